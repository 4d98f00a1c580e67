"""Runs too large to be written row by row."""

from sqlalchemy import text

from llmbattler.benchmarks.runs.models import Run, RunStatus
from llmbattler.core.db import Session
from tests.benchmarks.bench_rows import build_run, build_suite

_SAMPLES = """
INSERT INTO bench_samples (dataset_id, position, sample_id, fields, target, cluster, tags)
SELECT :dataset_id, n, lpad(to_hex(n), 16, '0'),
       jsonb_build_object('question', 'What is ' || n || ' plus ' || n || '? ' || repeat('Think of it. ', 10)),
       to_jsonb((2 * n)::text), CASE WHEN :clustered THEN 'text ' || n / 5 END, ARRAY['level ' || n % 7]
FROM generate_series(1, :count - 1) AS n
"""
_RESULTS = """
INSERT INTO bench_results (run_id, model_id, prompt, position, epoch, sample_id, outcome, value, scores, answer,
                           finish, input_tokens, output_tokens, cost_micro_usd, first_token_ms, total_ms)
SELECT :run_id, model, 'main', n, epoch, lpad(to_hex(n), 16, '0'), outcome,
       CASE outcome WHEN 'right' THEN 1 WHEN 'wrong' THEN 0 END,
       jsonb_build_array(
         jsonb_build_object('name', 'exact', 'value', CASE outcome WHEN 'right' THEN 1 WHEN 'wrong' THEN 0 END,
                            'extracted', n::text, 'reason', 'It says ' || n, 'details', jsonb_build_object()),
         jsonb_build_object('name', 'close', 'value', round(((n * 7919 + length(model)) % 100) / 100.0, 2),
                            'extracted', null, 'reason', '', 'details', jsonb_build_object())),
       'After some thought, the answer is ' || 2 * n || '. ' || repeat('That is so. ', 20), 'stop',
       50, 70, 12, 80, 100 + (n * 7919) % 4000
FROM generate_series(0, :samples - 1) AS n, unnest(CAST(:models AS text[])) AS model,
     generate_series(1, :epochs) AS epoch,
     LATERAL (SELECT (n * 31 + length(model) * 7 + epoch) % 10) AS d(digit),
     LATERAL (SELECT CASE WHEN digit < 7 THEN 'right' WHEN digit < 9 THEN 'wrong' ELSE 'unparsed' END) AS o(outcome)
"""


async def add_large_run(
    session: Session, *, samples: int, models: list[str], epochs: int = 1, clustered: bool = False
) -> Run:
    """A finished run over so many samples, with two scores for each answer."""
    scores = [{"name": "exact", "scorer": "exact"}, {"name": "close", "scorer": "exact", "weight": 0}]
    first = {"id": "0" * 16, "question": "What is 0 plus 0?", "target": "0", "cluster": "text 0" if clustered else None}
    version = await build_suite(session, samples=[first], spec={"scores": scores})
    count = {"dataset_id": version.dataset_id, "count": samples, "clustered": clustered}
    await session.execute(text(_SAMPLES), count)
    change = "UPDATE bench_datasets SET sample_count = :count WHERE dataset_id = :dataset_id"
    await session.execute(text(change), {"dataset_id": version.dataset_id, "count": samples})
    run = await build_run(
        session,
        version=version,
        models=models,
        samples=samples,
        epochs=epochs,
        status=RunStatus.FINISHED,
        chunks=False,
    )
    named = {"run_id": run.run_id, "samples": samples, "models": models, "epochs": epochs}
    await session.execute(text(_RESULTS), named)
    for table in ("bench_results", "bench_samples"):
        await session.execute(text(f"ANALYZE {table}"))
    return run
