"""Queries of results: what is there, what is missing, and writing new ones."""

from collections.abc import Collection, Sequence
from uuid import UUID

import msgspec
from sqlalchemy import text

from llmbattler.core.db import Session

from ..claims import ClaimedChunk, PriorResult

SEEN = """
SELECT c.place, r.position, r.outcome <> 'retrying' AS final, r.tries, r.cost_micro_usd, r.judge_micro_usd,
       greatest(0, extract(epoch FROM r.next_try_at - now())) AS wait
FROM unnest(cast(:runs AS uuid[]), cast(:models AS text[]), cast(:prompts AS text[]), cast(:epochs AS int[]),
            cast(:firsts AS int[]), cast(:counts AS int[])) WITH ORDINALITY
     AS c(run_id, model_id, prompt, epoch, first, count, place)
JOIN bench_results r ON r.run_id = c.run_id AND r.model_id = c.model_id AND r.prompt = c.prompt AND r.epoch = c.epoch
    AND r.position >= c.first AND r.position < c.first + c.count
"""


async def list_prior_results(session: Session, chunks: Sequence[ClaimedChunk]) -> list[dict[int, PriorResult]]:
    """The results that these pieces have already, by position; one dictionary for each piece."""
    given = {
        "runs": [one.run_id for one in chunks],
        "models": [one.plan.model_id for one in chunks],
        "prompts": [one.plan.prompt for one in chunks],
        "epochs": [one.plan.epoch for one in chunks],
        "firsts": [one.plan.first for one in chunks],
        "counts": [one.plan.count for one in chunks],
    }
    seen: list[dict[int, PriorResult]] = [{} for _ in chunks]
    for row in await session.execute(text(SEEN), given):
        seen[row.place - 1][row.position] = PriorResult(
            row.position, row.final, row.tries, float(row.wait or 0), row.cost_micro_usd, row.judge_micro_usd
        )
    return seen


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


async def add_results(session: Session, rows: Sequence[msgspec.Struct], runs: Collection[UUID]) -> None:
    """Write results. A final one is never written over."""
    await session.execute(text(RECORD), {"rows": msgspec.json.encode(rows).decode(), "runs": list(runs)})


QUARANTINE = """
INSERT INTO bench_results (run_id, model_id, prompt, position, epoch, sample_id, outcome, tries, error_kind, error)
SELECT c.run_id, c.model_id, c.prompt, c.first, c.epoch, s.sample_id, 'quarantined', c.deaths + 1, 'poison', :error
FROM bench_chunks c JOIN bench_runs r ON r.run_id = c.run_id JOIN bench_versions v ON v.version_id = r.version_id
JOIN bench_samples s ON s.dataset_id = v.dataset_id AND s.position = c.first
WHERE c.run_id = :run_id AND c.number = :number
ON CONFLICT (run_id, model_id, prompt, position, epoch) DO UPDATE SET outcome = 'quarantined', tries = excluded.tries,
    error_kind = excluded.error_kind, error = excluded.error, next_try_at = NULL, recorded_at = now()
WHERE bench_results.outcome = 'retrying'
"""


async def add_quarantined(session: Session, run_id: UUID, number: int, error: str) -> None:
    """Write down that workers died of the one sample of this piece."""
    await session.execute(text(QUARANTINE), {"run_id": run_id, "number": number, "error": error})


async def count_final(session: Session, run_id: UUID) -> int:
    statement = text("SELECT count(*) FROM bench_results WHERE run_id = :run_id AND outcome <> 'retrying'")
    return int((await session.execute(statement, {"run_id": run_id})).scalar_one())


MISSING = """
SELECT m.model_id, p.prompt, e.epoch, array_agg(s.position ORDER BY s.position) AS positions
FROM bench_runs r CROSS JOIN unnest(r.models) AS m(model_id) CROSS JOIN unnest(r.prompts) AS p(prompt)
CROSS JOIN generate_series(1, r.epochs) AS e(epoch) CROSS JOIN generate_series(0, r.sample_count - 1) AS s(position)
WHERE r.run_id = :run_id AND NOT EXISTS (
    SELECT 1 FROM bench_results x WHERE x.run_id = r.run_id AND x.model_id = m.model_id AND x.prompt = p.prompt
    AND x.position = s.position AND x.epoch = e.epoch AND x.outcome <> 'retrying')
GROUP BY 1, 2, 3 ORDER BY 3, 2, 1
"""


async def list_missing(session: Session, run_id: UUID) -> list[tuple[str, str, int, list[int]]]:
    """What has no final result: model, prompt, epoch and positions."""
    rows = await session.execute(text(MISSING), {"run_id": run_id})
    return [(row.model_id, row.prompt, row.epoch, row.positions) for row in rows]
