"""Every query of the engine. Times come from the database, since the clocks of workers may differ."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import exists, func, select, text

from llmbattler.core.db import Session, run_statement

from ..chunks import ChunkPlan
from ..models import Chunk, Result, Run, RunStatus
from . import timings
from .claims import ChunkKey, ClaimedChunk, EnqueuedChunk, PriorResult
from .gates import GateState, GateUpdate


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowLimits:
    """How much of one run is enqueued at a time."""

    chunks: int
    """Of all runs together."""
    least: int
    """Chunks of a run, if its concurrency allows as many."""
    factor: int
    """Samples of a run, as a multiple of its concurrency."""
    parked: int
    """Parked chunks of a run beyond which nothing more is enqueued."""


# A job belongs to one chunk; the run makes the index of enqueued chunks usable.
_OWNED = "b.run_id = ANY(%(runs)s) AND b.job_id = ANY(%(jobs)s::int8[])"
# Chunks whose workers died come first, so that a sample that kills workers is isolated early. Two workers may choose
# the same chunks; the second one skips those that the first one has locked.
_WINDOW = f"""
WITH done AS (DELETE FROM bench_chunks b WHERE {_OWNED}),
enqueued AS (
    SELECT run_id, count(*) FILTER (WHERE NOT parked) AS chunks, count(*) FILTER (WHERE parked) AS parked,
           coalesce(sum(count) FILTER (WHERE NOT parked), 0) AS samples
    FROM bench_chunks WHERE run_id = ANY(%(runs)s) AND job_id IS NOT NULL AND job_id <> ALL(%(jobs)s::int8[])
    GROUP BY run_id
),
allowed AS (
    SELECT greatest(1, %(chunks)s::int / greatest(1, count(*))) AS chunks FROM bench_runs WHERE status = 'running'
),
chosen AS (
    SELECT r.run_id, c.number, c.place
    FROM bench_runs r CROSS JOIN allowed a LEFT JOIN enqueued e ON e.run_id = r.run_id CROSS JOIN LATERAL (
        SELECT number, row_number() OVER waiting AS place, sum(count) OVER waiting - count AS samples_before
        FROM (
            SELECT number, deaths, count FROM bench_chunks WHERE run_id = r.run_id AND job_id IS NULL
            ORDER BY deaths DESC, number LIMIT greatest(0, least(a.chunks, r.concurrency) - coalesce(e.chunks, 0))
        ) AS next WINDOW waiting AS (ORDER BY deaths DESC, number)
    ) AS c
    WHERE r.run_id = ANY(%(runs)s) AND r.status = 'running' AND coalesce(e.parked, 0) < %(parked)s AND (
        coalesce(e.samples, 0) + c.samples_before < %(factor)s * r.concurrency
        OR coalesce(e.chunks, 0) + c.place <= %(least)s
    )
)
SELECT b.run_id, b.number FROM bench_chunks b JOIN chosen c ON c.run_id = b.run_id AND c.number = b.number
WHERE b.job_id IS NULL ORDER BY c.place, b.run_id FOR UPDATE OF b SKIP LOCKED
"""  # noqa: S608 - a constant


async def lock_window(
    session: Session, runs: Collection[UUID], limits: WindowLimits, *, done: Collection[EnqueuedChunk] = ()
) -> list[ChunkKey]:
    """Delete chunks that are done, and lock the chunks of these runs to enqueue now, runs in turn."""
    given = {
        "runs": list(runs),
        "jobs": [one.job_id for one in done],
        "chunks": limits.chunks,
        "least": limits.least,
        "factor": limits.factor,
        "parked": limits.parked,
    }
    return [(run_id, number) for run_id, number in await run_statement(session, _WINDOW, given)]


_ENQUEUE = """
UPDATE bench_chunks b SET job_id = c.job_id, parked = false
FROM unnest(%(runs)s::uuid[], %(numbers)s::int[], %(jobs)s::int8[]) AS c(run_id, number, job_id)
WHERE b.run_id = c.run_id AND b.number = c.number
"""


async def update_enqueued(session: Session, chunks: Collection[EnqueuedChunk]) -> None:
    await run_statement(session, _ENQUEUE, {**_split(chunks), "numbers": [one.number for one in chunks]})


_LIST = f"""
SELECT b.run_id, b.number, b.job_id, b.model_id, b.prompt, b.epoch, b.first, b.count, b.deaths, b.solo_starts,
       r.position, r.outcome <> 'retrying', r.tries, greatest(0, extract(epoch FROM r.next_try_at - now()))::float8,
       r.cost_micro_usd, r.judge_micro_usd
FROM bench_chunks b LEFT JOIN bench_results r ON r.run_id = b.run_id AND r.model_id = b.model_id
    AND r.prompt = b.prompt AND r.epoch = b.epoch AND r.position >= b.first AND r.position < b.first + b.count
WHERE {_OWNED} ORDER BY b.run_id, b.number
"""  # noqa: S608 - a constant


async def list_chunks(session: Session, chunks: Collection[EnqueuedChunk]) -> list[ClaimedChunk]:
    """Those of these chunks that still belong to these jobs, with their recorded results."""
    return _collect(await run_statement(session, _LIST, _split(chunks)))


async def lock_chunk(session: Session, chunk: EnqueuedChunk) -> ClaimedChunk | None:
    """The chunk, if it still belongs to this job."""
    found = _collect(await run_statement(session, f"{_LIST} FOR UPDATE OF b", _split([chunk])))
    return found[0] if found else None


def _collect(rows: Sequence[tuple[Any, ...]]) -> list[ClaimedChunk]:
    found: dict[int, ClaimedChunk] = {}
    for run_id, number, job_id, model_id, prompt, epoch, first, count, deaths, solo_starts, position, *result in rows:
        if job_id not in found:
            plan = ChunkPlan(
                number=number,
                model_id=model_id,
                prompt=prompt,
                epoch=epoch,
                first=first,
                count=count,
                deaths=deaths,
            )
            found[job_id] = ClaimedChunk(EnqueuedChunk(run_id, number, job_id), plan, solo_starts)
        if position is not None:
            final, tries, wait, cost, judge_cost = result
            found[job_id].prior[position] = PriorResult(final, tries, wait or 0.0, cost, judge_cost)
    return list(found.values())


async def list_enqueued(session: Session) -> list[EnqueuedChunk]:
    """All chunks of running runs that have a job."""
    statement = text(
        "SELECT c.run_id, c.number, c.job_id FROM bench_chunks c JOIN bench_runs r ON r.run_id = c.run_id "
        "WHERE r.status = 'running' AND c.job_id IS NOT NULL ORDER BY c.run_id, c.number"
    )
    return [EnqueuedChunk(row.run_id, row.number, row.job_id) for row in await session.execute(statement)]


async def list_jobs(session: Session, chunks: Collection[EnqueuedChunk]) -> set[int]:
    """The jobs of those of these chunks that still belong to them."""
    rows = await run_statement(session, f"SELECT b.job_id FROM bench_chunks b WHERE {_OWNED}", _split(chunks))  # noqa: S608
    return {job_id for (job_id,) in rows}


async def update_released(session: Session, chunks: Collection[EnqueuedChunk]) -> None:
    """Let chunks wait for a new job."""
    statement = f"UPDATE bench_chunks b SET job_id = NULL, parked = false WHERE {_OWNED}"  # noqa: S608 - a constant
    await run_statement(session, statement, _split(chunks))


async def update_parked(session: Session, chunks: Collection[EnqueuedChunk], *, parked: bool) -> None:
    statement = f"UPDATE bench_chunks b SET parked = %(parked)s WHERE {_OWNED}"  # noqa: S608 - a constant
    await run_statement(session, statement, {"parked": parked, **_split(chunks)})


async def update_solo_starts(session: Session, chunk: EnqueuedChunk, change: int) -> None:
    statement = f"UPDATE bench_chunks b SET solo_starts = solo_starts + %(change)s WHERE {_OWNED}"  # noqa: S608
    await run_statement(session, statement, {"change": change, **_split([chunk])})


async def delete_chunks(session: Session, chunks: Collection[EnqueuedChunk]) -> None:
    await run_statement(session, f"DELETE FROM bench_chunks b WHERE {_OWNED}", _split(chunks))  # noqa: S608


def _split(chunks: Collection[EnqueuedChunk]) -> dict[str, list[Any]]:
    return {"runs": [one.run_id for one in chunks], "jobs": [one.job_id for one in chunks]}


async def lock_last_number(session: Session, run_id: UUID) -> int:
    """The highest number of a chunk of this run; -1 if it has none. Nobody else adds chunks before the commit."""
    await session.execute(select(Run.run_id).where(Run.run_id == run_id).with_for_update(key_share=True))
    query = select(func.coalesce(func.max(Chunk.number), -1)).where(Chunk.run_id == run_id)
    return (await session.execute(query)).scalar_one()


def add_chunks(session: Session, run_id: UUID, plans: Sequence[ChunkPlan]) -> None:
    session.add_all(
        Chunk(
            run_id=run_id,
            number=plan.number,
            model_id=plan.model_id,
            prompt=plan.prompt,
            epoch=plan.epoch,
            first=plan.first,
            count=plan.count,
            deaths=plan.deaths,
        )
        for plan in plans
    )


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
    "turns": "jsonb",
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
_KEY = ("run_id", "model_id", "prompt", "position", "epoch")
_names = ", ".join(COLUMNS)
_values = ", ".join(f"r.{name}" for name in COLUMNS)
_types = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
# A worker that continues for another may take the answer from the cache at no cost; the recorded cost must stay.
_PAID = {name: f"greatest(bench_results.{name}, excluded.{name})" for name in ("cost_micro_usd", "judge_micro_usd")}
_changes = ", ".join(f"{name} = {_PAID.get(name, f'excluded.{name}')}" for name in COLUMNS if name not in _KEY)
# All rows are one JSON parameter: binding each value, or compiling a statement per number of rows, took longer than the
# model calls. Rows of deleted runs are skipped, and so are pending retries of cancelled runs. Rows are inserted in the
# order of their key, so that two workers that write the same rows cannot deadlock.
_INSERT = f"""
WITH existing AS MATERIALIZED (
    SELECT run_id, status FROM bench_runs WHERE run_id = ANY(%(runs)s) ORDER BY run_id FOR KEY SHARE
)
INSERT INTO bench_results ({_names}, next_try_at)
SELECT {_values}, now() + make_interval(secs => r.wait)
FROM json_to_recordset(%(rows)s::json) AS r({_types}, wait float8) JOIN existing USING (run_id)
WHERE existing.status <> 'cancelled' OR r.outcome <> 'retrying'
ORDER BY {", ".join(f"r.{name}" for name in _KEY)}
ON CONFLICT ({", ".join(_KEY)}) DO UPDATE SET {_changes}, next_try_at = excluded.next_try_at, recorded_at = now()
WHERE bench_results.outcome = 'retrying'
"""  # noqa: S608 - built from the constants above


async def add_results(session: Session, rows: Sequence[msgspec.Struct], runs: Collection[UUID]) -> None:
    """Insert results, or replace those that are still retrying. A final result is never overwritten."""
    await run_statement(session, _INSERT, {"rows": msgspec.json.encode(rows).decode(), "runs": list(runs)})


_QUARANTINE = """
INSERT INTO bench_results (run_id, model_id, prompt, position, epoch, sample_id, outcome, tries, error_kind, error)
SELECT c.run_id, c.model_id, c.prompt, c.first, c.epoch, s.sample_id, 'quarantined', c.solo_starts, 'poison', :error
FROM bench_chunks c JOIN bench_runs r ON r.run_id = c.run_id JOIN bench_versions v ON v.version_id = r.version_id
JOIN bench_samples s ON s.dataset_id = v.dataset_id AND s.position = c.first
WHERE c.run_id = :run_id AND c.number = :number
ON CONFLICT (run_id, model_id, prompt, position, epoch) DO UPDATE SET outcome = 'quarantined', tries = excluded.tries,
    error_kind = excluded.error_kind, error = excluded.error, next_try_at = NULL, recorded_at = now()
WHERE bench_results.outcome = 'retrying'
"""


async def add_quarantined(session: Session, run_id: UUID, number: int, error: str) -> None:
    """Record the only sample of this chunk as quarantined."""
    await session.execute(text(_QUARANTINE), {"run_id": run_id, "number": number, "error": error})


async def count_final(session: Session, run_id: UUID) -> int:
    statement = text("SELECT count(*) FROM bench_results WHERE run_id = :run_id AND outcome <> 'retrying'")
    return int((await session.execute(statement, {"run_id": run_id})).scalar_one())


_MISSING = """
SELECT m.model_id, p.prompt, e.epoch, array_agg(s.position ORDER BY s.position) AS positions
FROM bench_runs r CROSS JOIN unnest(r.models) AS m(model_id) CROSS JOIN unnest(r.prompts) AS p(prompt)
CROSS JOIN generate_series(1, r.epochs) AS e(epoch) CROSS JOIN generate_series(0, r.sample_count - 1) AS s(position)
WHERE r.run_id = :run_id AND NOT EXISTS (
    SELECT 1 FROM bench_results x WHERE x.run_id = r.run_id AND x.model_id = m.model_id AND x.prompt = p.prompt
    AND x.position = s.position AND x.epoch = e.epoch AND x.outcome <> 'retrying')
GROUP BY 1, 2, 3 ORDER BY 3, 2, 1
"""


async def list_missing(session: Session, run_id: UUID) -> list[tuple[str, str, int, list[int]]]:
    """Positions without a final result, by model, prompt and epoch."""
    rows = await session.execute(text(_MISSING), {"run_id": run_id})
    return [(row.model_id, row.prompt, row.epoch, row.positions) for row in rows]


async def list_runs(session: Session, runs: Collection[UUID]) -> dict[UUID, Run]:
    """Those of these runs that exist, as they are now."""
    query = select(Run).where(Run.run_id.in_(runs)).execution_options(populate_existing=True)
    return {run.run_id: run for run in (await session.execute(query)).scalars()}


async def list_idle_runs(session: Session) -> list[UUID]:
    """The running runs of which nothing is enqueued."""
    enqueued = exists().where(Chunk.run_id == Run.run_id, Chunk.job_id.is_not(None))
    query = select(Run.run_id).where(Run.status == RunStatus.RUNNING, ~enqueued).order_by(Run.created_at)
    return list((await session.execute(query)).scalars())


async def get_status(session: Session, run_id: UUID) -> RunStatus | None:
    return (await session.execute(select(Run.status).where(Run.run_id == run_id))).scalar_one_or_none()


async def list_spent(session: Session, runs: Collection[UUID]) -> dict[UUID, int]:
    """What runs have cost so far in micro-dollars, from their results."""
    spent = func.coalesce(func.sum(Result.cost_micro_usd), 0) + func.coalesce(func.sum(Result.judge_micro_usd), 0)
    query = select(Result.run_id, spent).where(Result.run_id.in_(runs)).group_by(Result.run_id)
    return {run_id: int(amount or 0) for run_id, amount in (await session.execute(query)).all()}


async def lock_emptied_runs(session: Session, runs: Collection[UUID]) -> list[Run]:
    """Those of these runs that are running and have no chunk left."""
    query = (
        select(Run)
        .where(Run.run_id.in_(runs), Run.status == RunStatus.RUNNING)
        .where(~exists().where(Chunk.run_id == Run.run_id))
        .order_by(Run.run_id)
        .with_for_update(skip_locked=True, key_share=True)
        .execution_options(populate_existing=True)
    )
    return list((await session.execute(query)).scalars())


async def lock_running_run(session: Session, run_id: UUID) -> Run | None:
    query = (
        select(Run)
        .where(Run.run_id == run_id, Run.status == RunStatus.RUNNING)
        .with_for_update(key_share=True)
        .execution_options(populate_existing=True)
    )
    return (await session.execute(query)).scalar_one_or_none()


_GATES = """
WITH updates AS (
    SELECT *, now() - make_interval(secs => heard) AS heard_at, now() - make_interval(secs => silent) AS silent_since
    FROM json_to_recordset(cast(:updates AS json))
        AS u(endpoint text, grown float8, cut bool, cool float8, heard float8, silent float8, error text)
),
merged AS (
    INSERT INTO bench_gates AS g (endpoint, width, cool_until, heard_at, silent_since, silent_at, silent_error)
    SELECT endpoint, least(:widest, :start + grown), CASE WHEN cool > 0 THEN now() + make_interval(secs => cool) END,
        heard_at, silent_since, CASE WHEN silent IS NOT NULL THEN now() END, error
    FROM updates ORDER BY endpoint
    ON CONFLICT (endpoint) DO UPDATE SET
        width = least(:widest, greatest(1, CASE
            WHEN (SELECT cut FROM updates u WHERE u.endpoint = g.endpoint)
                AND g.changed_at < now() - interval '1 second'
            THEN g.width * :factor
            ELSE g.width + (SELECT grown FROM updates u WHERE u.endpoint = g.endpoint) END)),
        cool_until = greatest(g.cool_until, excluded.cool_until),
        changed_at = CASE
            WHEN (SELECT cut FROM updates u WHERE u.endpoint = g.endpoint) THEN now() ELSE g.changed_at END,
        heard_at = greatest(g.heard_at, excluded.heard_at),
        silent_since = CASE
            WHEN g.silent_at IS NULL OR g.silent_at < now() - make_interval(secs => :fresh) THEN excluded.silent_since
            ELSE least(g.silent_since, excluded.silent_since) END,
        silent_at = CASE
            WHEN excluded.silent_at IS NOT NULL THEN excluded.silent_at
            WHEN excluded.heard_at IS NOT NULL THEN NULL ELSE g.silent_at END,
        silent_error = coalesce(excluded.silent_error, CASE WHEN excluded.heard_at IS NULL THEN g.silent_error END)
    RETURNING endpoint, width, cool_until
)
SELECT endpoint, width, greatest(0, extract(epoch FROM cool_until - now())) AS cool FROM merged
"""


async def update_gates(
    session: Session, updates: Sequence[GateUpdate], *, start: float, widest: float, factor: float
) -> dict[str, GateState]:
    """Merge what this worker has learned about endpoints, and return what all workers have learned together.

    `changed_at` is the time of the last cut: workers that are throttled at the same time cut only once.
    """
    given = {
        "updates": msgspec.json.encode(updates).decode(),
        "start": start,
        "widest": widest,
        "factor": factor,
        "fresh": timings.FRESH_SECONDS,
    }
    found = await session.execute(text(_GATES), given)
    return {row.endpoint: GateState(row.width, float(row.cool or 0)) for row in found}
