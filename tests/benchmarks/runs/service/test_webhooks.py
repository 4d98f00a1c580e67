import json
from typing import Any

import pytest

from llmbattler.accounts.schemas import Visitor
from llmbattler.benchmarks.results.service import show_run
from llmbattler.benchmarks.runs.models import Outcome, Result, RunStatus
from llmbattler.benchmarks.runs.service.webhooks import write_message
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from tests.benchmarks.bench_rows import build_results, build_run, build_suite, make_samples


@pytest.mark.parametrize(("groups", "epochs"), [(None, 1), (6, 1), (None, 2)])
async def test_a_webhook_receives_the_numbers_of_the_page(
    database: Database, settings: Settings, groups: int | None, epochs: int
) -> None:
    samples: list[dict[str, Any]] = make_samples(24)
    for place, sample in enumerate(samples):
        sample["cluster"] = None if groups is None else f"text {place % groups}"
    ended = [Outcome.RIGHT if place % 6 < 3 else Outcome.WRONG for place in range(23)]
    async with database.unit() as session:
        run = await build_run(
            session,
            version=await build_suite(session, samples=samples),
            epochs=epochs,
            status=RunStatus.FINISHED,
            chunks=False,
            webhook_url="https://hook.example",
        )
        for epoch in range(1, epochs + 1):
            await build_results(session, run=run, outcomes={"alpha": [*ended, Outcome.UNPARSED]}, epoch=epoch)
        last = await session.get_one(Result, (run.run_id, "alpha", "main", 23, 1))
        # One of its scores could be read, the other one could not.
        last.value, last.cost_micro_usd, last.judge_micro_usd = 0.5, 100, 40
        await session.flush()
        message = await write_message(session, run_id=run.run_id, settings=settings)
        page = await show_run(session, settings=settings, run_id=run.run_id, asker=Visitor(None))
    assert message is not None
    (told,) = json.loads(message.body)["scores"]
    (line,) = page.lines
    assert (told["score"], told["low"], told["high"]) == pytest.approx(
        (line.score.mean, line.score.low, line.score.high)
    )
    assert (told["answers"], told["unparsed"]) == (line.score.n, line.unparsed)
    assert told["cost_usd"] == line.cost_usd == pytest.approx(0.00014)
