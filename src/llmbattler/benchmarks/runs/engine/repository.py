"""Every query of the engine. Times are the database's: the clocks of workers may differ."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import exists, func, or_, select, text

from llmbattler.core.db import Session, StatementConnection

from ..chunks import ChunkPlan
from ..models import Chunk, Result, Run, RunStatus

ALIVE = timedelta(seconds=10)
"""A worker that was not heard of for so long is dead."""


@dataclass(frozen=True, slots=True)
class Claimed:
    run_id: UUID
    plan: ChunkPlan


@dataclass(frozen=True, slots=True)
class Seen:
    """A result that is there already."""

    position: int
    final: bool
    tries: int
    wait: float
    """Seconds until it is due again; for one that is not final."""
    cost_micro_usd: int | None = None
    judge_micro_usd: int | None = None
    """What its tries have cost so far, and what judges took for them."""


@dataclass(frozen=True, slots=True)
class GateNews:
    """What one worker learnt about an endpoint since its last beat."""

    endpoint: str
    grown: float
    cut: bool
    cool: float


@dataclass(frozen=True, slots=True)
class GateState:
    width: float
    cool: float


@dataclass(frozen=True, slots=True)
class Wanted:
    run: Run
    has_free: bool
    """Some of its pieces wait for a worker."""


async def beat(session: Session, worker: UUID, calls: int) -> list[UUID]:
    """Say that this worker lives, and give all that do."""
    statement = text(
        "WITH mine AS (INSERT INTO bench_workers (worker, beat_at, calls) VALUES (:worker, now(), :calls) "
        "ON CONFLICT (worker) DO UPDATE SET beat_at = excluded.beat_at, calls = excluded.calls) "
        "SELECT worker FROM bench_workers WHERE beat_at > now() - cast(:alive AS interval)"
    )
    found = await session.execute(statement, {"worker": worker, "calls": calls, "alive": ALIVE})
    return sorted({worker, *found.scalars()})


_BEAT_IDLY = """
WITH mine AS (
    INSERT INTO bench_workers (worker, beat_at, calls) VALUES (%(worker)s, now(), 0)
    ON CONFLICT (worker) DO UPDATE SET beat_at = excluded.beat_at, calls = excluded.calls
)
SELECT EXISTS (SELECT FROM bench_runs WHERE status = 'running')
    OR EXISTS (SELECT FROM bench_chunks WHERE worker = %(worker)s)
"""


async def beat_idly(connection: StatementConnection, worker: UUID) -> bool:
    """Say that this worker lives and does nothing; true when there is something to do, or to give back."""
    [[wanted]] = await connection.run(_BEAT_IDLY, {"worker": worker})
    return bool(wanted)


async def leave(session: Session, worker: UUID) -> None:
    """Give everything back that this worker holds, and take it off the list."""
    await session.execute(
        text("UPDATE bench_chunks SET worker = NULL, leased_until = NULL WHERE worker = :worker"), {"worker": worker}
    )
    await session.execute(text("DELETE FROM bench_workers WHERE worker = :worker"), {"worker": worker})


async def list_wanted(session: Session, held: Collection[UUID]) -> list[Wanted]:
    """The runs that run, and those of which this worker holds something, whatever became of them."""
    free = exists().where(Chunk.run_id == Run.run_id, Chunk.worker.is_(None))
    query = (
        select(Run, free)
        .where(or_(Run.status == RunStatus.RUNNING, Run.run_id.in_(held)))
        .order_by(Run.created_at)
        .execution_options(populate_existing=True)
    )
    return [Wanted(run, has_free) for run, has_free in (await session.execute(query)).all()]


async def get_status(session: Session, run_id: UUID) -> RunStatus | None:
    return (await session.execute(select(Run.status).where(Run.run_id == run_id))).scalar_one_or_none()


CLAIM = """
WITH wanted AS (SELECT * FROM unnest(cast(:runs AS uuid[]), cast(:counts AS int[])) AS w(run_id, many)),
picked AS MATERIALIZED (
    SELECT c.run_id, c.number FROM wanted w CROSS JOIN LATERAL (
        SELECT run_id, number FROM bench_chunks
        WHERE run_id = w.run_id AND worker IS NULL AND deaths BETWEEN :least AND :most
        ORDER BY number LIMIT w.many FOR UPDATE SKIP LOCKED
    ) c LIMIT cast(:limit AS int)
)
UPDATE bench_chunks b SET worker = :worker, leased_until = now() + cast(:lease AS interval)
FROM picked p WHERE b.run_id = p.run_id AND b.number = p.number
RETURNING b.run_id, b.number, b.model_id, b.prompt, b.epoch, b.first, b.count, b.deaths
"""


async def claim(
    session: Session,
    worker: UUID,
    *,
    wants: Mapping[UUID, int],
    lease: timedelta,
    deaths: tuple[int, int],
    limit: int | None = None,
) -> list[Claimed]:
    """Take so many free pieces of each run, those that so many workers died of. Nobody waits for anybody."""
    given = {
        "worker": worker,
        "runs": list(wants),
        "counts": list(wants.values()),
        "lease": lease,
        "least": deaths[0],
        "most": deaths[1],
        "limit": limit,
    }
    rows = (await session.execute(text(CLAIM), given)).all()
    return sorted((to_claimed(row) for row in rows), key=lambda one: (one.run_id, one.plan.number))


def to_claimed(row: Any) -> Claimed:  # noqa: ANN401 - a row of the statements here
    return Claimed(
        row.run_id,
        ChunkPlan(
            number=row.number,
            model_id=row.model_id,
            prompt=row.prompt,
            epoch=row.epoch,
            first=row.first,
            count=row.count,
            deaths=row.deaths,
        ),
    )


async def renew(session: Session, worker: UUID, lease: timedelta) -> set[tuple[UUID, int]]:
    """Keep what this worker holds, and say what that is."""
    statement = text(
        "UPDATE bench_chunks SET leased_until = now() + cast(:lease AS interval) WHERE worker = :worker "
        "RETURNING run_id, number"
    )
    rows = await session.execute(statement, {"worker": worker, "lease": lease})
    return {(row.run_id, row.number) for row in rows}


async def release(session: Session, worker: UUID, chunks: Collection[tuple[UUID, int]]) -> None:
    statement = text(
        "UPDATE bench_chunks b SET worker = NULL, leased_until = NULL "
        "FROM unnest(cast(:runs AS uuid[]), cast(:numbers AS int[])) AS c(run_id, number) "
        "WHERE b.run_id = c.run_id AND b.number = c.number AND b.worker = :worker"
    )
    await session.execute(statement, {"worker": worker, **split_keys(chunks)})


def split_keys(chunks: Collection[tuple[UUID, int]]) -> dict[str, list[Any]]:
    return {"runs": [run_id for run_id, _ in chunks], "numbers": [number for _, number in chunks]}


SEEN = """
SELECT c.place, r.position, r.outcome <> 'retrying' AS final, r.tries, r.cost_micro_usd, r.judge_micro_usd,
       greatest(0, extract(epoch FROM r.next_try_at - now())) AS wait
FROM unnest(cast(:runs AS uuid[]), cast(:models AS text[]), cast(:prompts AS text[]), cast(:epochs AS int[]),
            cast(:firsts AS int[]), cast(:counts AS int[])) WITH ORDINALITY
     AS c(run_id, model_id, prompt, epoch, first, count, place)
JOIN bench_results r ON r.run_id = c.run_id AND r.model_id = c.model_id AND r.prompt = c.prompt AND r.epoch = c.epoch
    AND r.position >= c.first AND r.position < c.first + c.count
"""


async def list_seen(session: Session, chunks: Sequence[Claimed]) -> list[dict[int, Seen]]:
    """The results that these pieces have already, by position; one dictionary for each piece."""
    given = {
        "runs": [one.run_id for one in chunks],
        "models": [one.plan.model_id for one in chunks],
        "prompts": [one.plan.prompt for one in chunks],
        "epochs": [one.plan.epoch for one in chunks],
        "firsts": [one.plan.first for one in chunks],
        "counts": [one.plan.count for one in chunks],
    }
    seen: list[dict[int, Seen]] = [{} for _ in chunks]
    for row in await session.execute(text(SEEN), given):
        seen[row.place - 1][row.position] = Seen(
            row.position, row.final, row.tries, float(row.wait or 0), row.cost_micro_usd, row.judge_micro_usd
        )
    return seen


async def delete_chunks(session: Session, chunks: Collection[tuple[UUID, int]], worker: UUID | None = None) -> None:
    """Take pieces out; with a worker, only those that it still holds."""
    statement = text(
        "DELETE FROM bench_chunks b USING unnest(cast(:runs AS uuid[]), cast(:numbers AS int[])) AS c(run_id, number) "
        "WHERE b.run_id = c.run_id AND b.number = c.number AND (cast(:worker AS uuid) IS NULL OR b.worker = :worker)"
    )
    await session.execute(statement, {"worker": worker, **split_keys(chunks)})


COLUMNS = {
    "run_id": "uuid",
    "model_id": "text",
    "prompt": "text",
    "position": "int",
    "epoch": "int",
    "sample_id": "text",
    "outcome": "text",
    "value": "float8",
    "scores": "jsonb",
    "answer": "text",
    "finish": "text",
    "input_tokens": "int",
    "output_tokens": "int",
    "cost_micro_usd": "int8",
    "judge_micro_usd": "int8",
    "first_token_ms": "int",
    "total_ms": "int",
    "cached": "bool",
    "tries": "int",
    "error_kind": "text",
    "error": "text",
    "worker": "uuid",
}
KEY = ("run_id", "model_id", "prompt", "position", "epoch")
_names = ", ".join(COLUMNS)
_values = ", ".join(f"r.{name}" for name in COLUMNS)
_types = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
# A worker that goes on for another takes the answer from the cache, for nothing; that it was paid for stays true.
_PAID = {name: f"greatest(bench_results.{name}, excluded.{name})" for name in ("cost_micro_usd", "judge_micro_usd")}
_changes = ", ".join(f"{name} = {_PAID.get(name, f'excluded.{name}')}" for name in COLUMNS if name not in KEY)
# One parameter for all rows: binding each value, or compiling a statement for each number of rows, took longer than
# the model calls. Rows of a run that was deleted meanwhile are left out, and so are tries to come in one that was
# cancelled: nobody will make them. All go in one order, so that two workers which write the same rows never wait for
# each other in a circle.
RECORD = f"""
WITH living AS MATERIALIZED (
    SELECT run_id, status FROM bench_runs WHERE run_id = ANY(:runs) ORDER BY run_id FOR KEY SHARE
)
INSERT INTO bench_results ({_names}, next_try_at)
SELECT {_values}, now() + make_interval(secs => r.wait)
FROM json_to_recordset(cast(:rows AS json)) AS r({_types}, wait float8) JOIN living USING (run_id)
WHERE living.status <> 'cancelled' OR r.outcome <> 'retrying'
ORDER BY {", ".join(f"r.{name}" for name in KEY)}
ON CONFLICT ({", ".join(KEY)}) DO UPDATE SET {_changes}, next_try_at = excluded.next_try_at, recorded_at = now()
WHERE bench_results.outcome = 'retrying'
"""  # noqa: S608 - made of names that stand above


async def record(session: Session, rows: Sequence[msgspec.Struct], runs: Collection[UUID]) -> None:
    """Write results. A final one is never written over."""
    await session.execute(text(RECORD), {"rows": msgspec.json.encode(rows).decode(), "runs": list(runs)})


CACHE = """
INSERT INTO bench_answers (key, model_id, answer, finish, input_tokens, output_tokens, first_token_ms, total_ms)
SELECT * FROM json_to_recordset(cast(:rows AS json)) AS r(key text, model_id text, answer text, finish text,
    input_tokens int, output_tokens int, first_token_ms int, total_ms int)
ORDER BY r.key ON CONFLICT (key) DO NOTHING
"""


async def cache(session: Session, rows: Sequence[msgspec.Struct]) -> None:
    await session.execute(text(CACHE), {"rows": msgspec.json.encode(rows).decode()})


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer out of the cache."""

    answer: str
    finish: str
    input_tokens: int | None
    output_tokens: int | None
    first_token_ms: int | None
    total_ms: int | None


async def find_answers(session: Session, keys: Sequence[str]) -> dict[str, Kept]:
    statement = text(
        "SELECT key, answer, finish, input_tokens, output_tokens, first_token_ms, total_ms FROM bench_answers "
        "WHERE key = ANY(:keys)"
    )
    return {row[0]: Kept(*row[1:]) for row in await session.execute(statement, {"keys": list(keys)})}


async def sum_spent(session: Session, runs: Collection[UUID]) -> dict[UUID, int]:
    """What runs have cost so far, in millionths of a dollar, from their rows."""
    spent = func.coalesce(func.sum(Result.cost_micro_usd), 0) + func.coalesce(func.sum(Result.judge_micro_usd), 0)
    query = select(Result.run_id, spent).where(Result.run_id.in_(runs)).group_by(Result.run_id)
    return {run_id: int(amount or 0) for run_id, amount in (await session.execute(query)).all()}


GATES = """
WITH news AS (
    SELECT * FROM json_to_recordset(cast(:news AS json)) AS n(endpoint text, grown float8, cut bool, cool float8)
),
kept AS (
    INSERT INTO bench_gates AS g (endpoint, width, cool_until)
    SELECT endpoint, least(:widest, :start + grown), CASE WHEN cool > 0 THEN now() + make_interval(secs => cool) END
    FROM news ORDER BY endpoint
    ON CONFLICT (endpoint) DO UPDATE SET
        width = least(:widest, greatest(1, CASE
            WHEN (SELECT cut FROM news n WHERE n.endpoint = g.endpoint) AND g.changed_at < now() - interval '1 second'
            THEN g.width * :factor
            ELSE g.width + (SELECT grown FROM news n WHERE n.endpoint = g.endpoint) END)),
        cool_until = greatest(g.cool_until, excluded.cool_until),
        changed_at = CASE WHEN (SELECT cut FROM news n WHERE n.endpoint = g.endpoint) THEN now() ELSE g.changed_at END
    RETURNING endpoint, width, cool_until
)
SELECT endpoint, width, greatest(0, extract(epoch FROM cool_until - now())) AS cool FROM kept
"""


async def share_gates(
    session: Session, news: Sequence[GateNews], *, start: float, widest: float, factor: float
) -> dict[str, GateState]:
    """Tell the others what was learnt about endpoints, and hear what all have learnt together.

    `changed_at` is the time of the last cut: several workers that meet the same refusal cut only once.
    """
    rows = [{"endpoint": one.endpoint, "grown": one.grown, "cut": one.cut, "cool": one.cool} for one in news]
    given = {"news": msgspec.json.encode(rows).decode(), "start": start, "widest": widest, "factor": factor}
    found = await session.execute(text(GATES), given)
    return {row.endpoint: GateState(row.width, float(row.cool or 0)) for row in found}
