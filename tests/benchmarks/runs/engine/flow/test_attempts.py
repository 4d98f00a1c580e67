"""One question to one model: what it is asked with, and what becomes of an answer that never began."""

from llmbattler.benchmarks.runs.models import Outcome, RunStatus
from llmbattler.benchmarks.runs.service import changes
from llmbattler.connectors.contract import FinishReason, Usage
from llmbattler.connectors.errors import FailureKind
from llmbattler.core.settings import Settings
from llmbattler.generation.contestants.reasoning_tokens import REASONING_TOKENS
from llmbattler.testing import Script
from tests.arena.conftest import models_yaml
from tests.benchmarks.runs.engine.conftest import Bench
from tests.benchmarks.runs.engine.flow.test_judge import GRADED
from tests.benchmarks.runs.offered_models import OPERATOR

LIMITED = {"params": {"max_tokens": 60}}


async def offer_thinking(bench: Bench) -> None:
    """Alpha answers at once, beta thinks first."""
    plain, thinking = models_yaml(bench.provider, "alpha", "beta").rstrip().rsplit("\n", 1)
    await bench.offer(yaml=f"{plain}\n{thinking.replace('[vision]', '[reasoning]')}\n")
    bench.provider.requests.clear()


async def test_a_model_that_reasons_has_room_to_think_before_its_answer(bench: Bench) -> None:
    await offer_thinking(bench)
    await bench.drain(await bench.start(samples=1, models=("alpha", "beta"), spec=LIMITED))
    asked = {request.model: request.body["max_tokens"] for request in bench.provider.requests}
    assert asked == {"alpha": 60, "beta": 60 + REASONING_TOKENS}


async def test_a_budget_holds_what_thinking_may_cost(bench: Bench) -> None:
    await offer_thinking(bench)
    budget = 2 * REASONING_TOKENS  # it costs two millionths for each token, and there is a question to read besides
    run = await bench.drain(await bench.start(samples=1, models=("beta",), spec=LIMITED, budget_micro_usd=budget))
    assert run.status is RunStatus.STOPPED
    assert bench.asked("beta") == []


async def test_an_answer_cut_before_it_began_is_told_apart_from_a_wrong_one(bench: Bench) -> None:
    bench.provider.script("alpha", Script(text="", reasoning="Let me think.", finish=FinishReason.LENGTH))
    bench.provider.script("beta", Script(text="Not that", finish=FinishReason.LENGTH))
    bench.provider.script("gamma", Script(text=""))
    run_id = await bench.start(
        samples=[{"question": "Say 1.", "target": "1"}], models=("alpha", "beta", "gamma"), spec=LIMITED
    )
    await bench.drain(run_id)
    cut, short, silent = await bench.results(run_id)
    assert (cut.outcome, cut.error_kind, cut.finish) == (Outcome.UNPARSED, "cut_at_limit", "length")
    assert cut.error == (
        "The answer reached the limit of 60 tokens before any text. Set a higher max_tokens in the suite or the run."
    )
    assert (short.outcome, short.error_kind) == (Outcome.WRONG, None)
    assert silent.error_kind is None


async def test_what_is_asked_again_costs_on_top_of_what_was_spent(bench: Bench) -> None:
    bench.provider.script("alpha", Script(text="x", usage=Usage(10, 20)))
    bench.provider.script("beta", Script(failure=FailureKind.FILTERED))
    run_id = await bench.start(samples=1, spec=GRADED, judges=["beta"], budget_micro_usd=1_000_000)
    await bench.drain(run_id)
    for times in (1, 2, 3):
        (row,) = await bench.results(run_id)
        assert (row.outcome, row.tries, row.cost_micro_usd) == (Outcome.FAILED, 1, 50 * times)
        assert len(bench.asked("alpha")) == times
        async with bench.database.unit() as session:
            settings = bench.resources.get(Settings)
            await changes.retry_failed(session, settings=settings, actor=OPERATOR, run_id=run_id)
        await bench.drain(run_id)
