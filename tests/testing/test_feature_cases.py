from datetime import UTC, datetime

import pytest

from llmbattler.connectors.contract import Feature, Features, Finish, FinishReason, Params, ReasoningEffort, Usage
from llmbattler.testing import RecordedRequest
from llmbattler.testing.feature_cases import CASES, list_asks

END = Finish(FinishReason.STOP, Usage())
REQUEST = RecordedRequest(
    wire="openai",
    model="m",
    path="/",
    headers={},
    body={},
    turns=(),
    api_key="",
    stream=True,
    received_at=datetime(2026, 1, 1, tzinfo=UTC),
)


def test_every_feature_has_a_case() -> None:
    assert set(CASES) == set(Feature)
    assert all(case.asks for case in CASES.values())


@pytest.mark.parametrize("feature", [feature for feature in Feature if CASES[feature].field])
def test_a_parameter_that_is_not_sent_is_found(feature: Feature) -> None:
    case = CASES[feature]
    with pytest.raises(AssertionError):
        case.prove(case.asks[0], REQUEST, [END])


@pytest.mark.parametrize("feature", Feature)
def test_an_answer_without_the_effect_is_found(feature: Feature) -> None:
    with pytest.raises(AssertionError):
        CASES[feature].check([END])


def test_each_level_of_effort_is_proven() -> None:
    some = frozenset({ReasoningEffort.LOW, ReasoningEffort.HIGH})
    asks = list_asks(Feature.REASONING_EFFORT, Features(frozenset({Feature.REASONING_EFFORT}), some))
    assert {ask.reasoning_effort for ask in asks} == some
    assert list_asks(Feature.CHOICES, Features()) == (Params(n=3),)
