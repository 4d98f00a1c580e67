"""Queries of results: those already recorded, those missing, and inserting new ones."""

from collections.abc import Collection, Sequence
from uuid import UUID

import msgspec
from sqlalchemy import text

from llmbattler.core.db import Session

from ..claims import ClaimedChunk, PriorResult

PRIOR = """
SELECT c.place, r.position, r.outcome <> 'retrying' AS final, r.tries, r.cost_micro_usd, r.judge_micro_usd,
       greatest(0, extract(epoch FROM r.next_try_at - now())) AS wait
FROM unnest(cast(:runs AS uuid[]), cast(:models AS text[]), cast(:prompts AS text[]), cast(:epochs AS int[]),
            cast(:firsts AS int[]), cast(:counts AS int[])) WITH ORDINALITY
     AS c(run_id, model_id, prompt, epoch, first, count, place)
JOIN bench_results r ON r.run_id = c.run_id AND r.model_id = c.model_id AND r.prompt = c.prompt AND r.epoch = c.epoch
    AND r.position >= c.first AND r.position < c.first + c.count
"""


async def list_prior_results(session: Session, chunks: Sequence[ClaimedChunk]) -> list[dict[int, PriorResult]]:
    """The recorded results of these chunks by position; one dictionary per chunk."""
    given = {
        "runs": [one.run_id for one in chunks],
        "models": [one.plan.model_id for one in chunks],
        "prompts": [one.plan.prompt for one in chunks],
        "epochs": [one.plan.epoch for one in chunks],
        "firsts": [one.plan.first for one in chunks],
        "counts": [one.plan.count for one in chunks],
    }
    found: list[dict[int, PriorResult]] = [{} for _ in chunks]
    for row in await session.execute(text(PRIOR), given):
        found[row.place - 1][row.position] = PriorResult(
            row.position, row.final, row.tries, float(row.wait or 0), row.cost_micro_usd, row.judge_micro_usd
        )
    return found


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
# A worker that continues for another may take the answer from the cache at no cost; the recorded cost must stay.
_PAID = {name: f"greatest(bench_results.{name}, excluded.{name})" for name in ("cost_micro_usd", "judge_micro_usd")}
_changes = ", ".join(f"{name} = {_PAID.get(name, f'excluded.{name}')}" for name in COLUMNS if name not in KEY)
# All rows are one JSON parameter: binding each value, or compiling a statement per number of rows, took longer than the
# model calls. Rows of deleted runs are skipped, and so are pending retries of cancelled runs. Rows are inserted in the
# order of their key, so that two workers that write the same rows cannot deadlock.
INSERT_RESULTS = f"""
WITH existing AS MATERIALIZED (
    SELECT run_id, status FROM bench_runs WHERE run_id = ANY(:runs) ORDER BY run_id FOR KEY SHARE
)
INSERT INTO bench_results ({_names}, next_try_at)
SELECT {_values}, now() + make_interval(secs => r.wait)
FROM json_to_recordset(cast(:rows AS json)) AS r({_types}, wait float8) JOIN existing USING (run_id)
WHERE existing.status <> 'cancelled' OR r.outcome <> 'retrying'
ORDER BY {", ".join(f"r.{name}" for name in KEY)}
ON CONFLICT ({", ".join(KEY)}) DO UPDATE SET {_changes}, next_try_at = excluded.next_try_at, recorded_at = now()
WHERE bench_results.outcome = 'retrying'
"""  # noqa: S608 - built from the constants above


async def add_results(session: Session, rows: Sequence[msgspec.Struct], runs: Collection[UUID]) -> None:
    """Insert results, or replace those that are still retrying. A final result is never overwritten."""
    await session.execute(text(INSERT_RESULTS), {"rows": msgspec.json.encode(rows).decode(), "runs": list(runs)})


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
    """Record the only sample of this chunk as quarantined."""
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
    """Positions without a final result, by model, prompt and epoch."""
    rows = await session.execute(text(MISSING), {"run_id": run_id})
    return [(row.model_id, row.prompt, row.epoch, row.positions) for row in rows]
