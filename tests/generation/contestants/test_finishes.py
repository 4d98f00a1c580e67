from typing import Any

from llmbattler.catalog.service import AnswerFinish
from llmbattler.connectors.contract import FinishReason, Usage
from llmbattler.generation.contestants.finishes import sum_finishes


def finish(reason: FinishReason = FinishReason.STOP, **changes: Any) -> AnswerFinish:
    given: dict[str, Any] = {
        "billed": Usage(10, 5),
        "estimated": False,
        "cost_micro_usd": 7,
        "first_token_ms": 20,
        "total_ms": 100,
        "attempts": 1,
    }
    return AnswerFinish(reason, Usage(10, 5), **{**given, **changes})


def test_usage_cost_and_time_of_all_calls_are_added() -> None:
    whole = sum_finishes([finish(FinishReason.LENGTH), finish(attempts=3)], first_token_ms=120)
    assert (whole.reason, whole.usage, whole.billed) == (FinishReason.STOP, Usage(20, 10), Usage(20, 10))
    assert (whole.cost_micro_usd, whole.first_token_ms, whole.total_ms, whole.attempts) == (14, 120, 200, 3)


def test_one_unknown_cost_makes_the_sum_unknown() -> None:
    whole = sum_finishes([finish(cost_micro_usd=None), finish()], first_token_ms=None)
    assert whole.cost_micro_usd is None


def test_one_estimate_makes_the_sum_an_estimate() -> None:
    assert sum_finishes([finish(), finish(estimated=True)], first_token_ms=None).estimated
