from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.catalog.budgets.estimate import (
    ASSUMED_REASONING_TOKENS,
    ASSUMED_TOKENS,
    IMAGE_TOKENS,
    PromptSize,
    costs_money,
    estimate_max_cost,
)
from llmbattler.catalog.models import PlaceKind, PriceSource, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.prices import FREE, Price, cost_in_micro_usd
from llmbattler.connectors.contract import Abilities, Image, Message, Usage

Offer = Callable[..., OfferedModel]
NOTHING = PromptSize(0)


def model(price: Price | None, **changes: object) -> OfferedModel:
    facts = {"model_id": "a", "name": "A", "connector": "openai", "model": "a", "base_url": "http://here/v1"}
    return OfferedModel(**{**facts, "source": Source.FILE, "place": PlaceKind.CLOUD, "price": price, **changes})  # type: ignore[arg-type]


PRICED = Price(Decimal(2), Decimal(8), PriceSource.FILE)


@pytest.mark.parametrize("price", [None, FREE])
def test_what_has_no_price_costs_nothing(price: Price | None) -> None:
    assert estimate_max_cost(model(price), PromptSize(10_000), 10_000) == 0
    assert not costs_money(model(price))


def test_the_longest_answer_is_what_was_asked_for_or_assumed() -> None:
    assert estimate_max_cost(model(PRICED), NOTHING, 100) == 800
    assert estimate_max_cost(model(PRICED), NOTHING, None) == ASSUMED_TOKENS * 8
    thinking = model(PRICED, abilities=Abilities(reasoning=True))
    assert estimate_max_cost(thinking, NOTHING, None) == ASSUMED_REASONING_TOKENS * 8
    assert estimate_max_cost(model(PRICED, context_length=50), PromptSize(10**9), 10**9) == 50 * 2 + 50 * 8


def test_everything_that_is_read_counts() -> None:
    image = PromptSize.of_messages([Message.user("Hi", Image("image/png", b"x"))])
    assert image.tokens == PromptSize.of_messages([Message.user("Hi")]).tokens + IMAGE_TOKENS
    instructed = model(PRICED, system_prompt="Be kind.")
    assert estimate_max_cost(instructed, NOTHING, 1) > estimate_max_cost(model(PRICED), NOTHING, 1)


def test_a_listed_model_is_estimated_by_the_list_where_that_is_dearer() -> None:
    # Its list price doubles for long input, which the plain price does not know.
    address = {"connector": "google", "base_url": "", "model": "gemini-2.5-pro"}
    listed = model(Price(Decimal("1.25"), Decimal(10), PriceSource.LISTED), **address)
    real = cost_in_micro_usd(listed.price, listed.address, Usage(900_000, 1000))
    assert real is not None
    assert real <= estimate_max_cost(listed, PromptSize(900_000), 1000)


@given(st.lists(st.text(max_size=200), min_size=1, max_size=4), st.integers(1, 5000))
def test_no_call_costs_more_than_its_estimate(texts: list[str], longest: int) -> None:
    """A token is at least one byte, whatever the tokenizer."""
    reading = PromptSize.of_messages([Message.user(text) for text in texts])
    worst = Usage(sum(len(text.encode("utf-8", "surrogatepass")) for text in texts), longest)
    cost = cost_in_micro_usd(PRICED, model(PRICED).address, worst)
    assert cost is not None
    assert cost <= estimate_max_cost(model(PRICED), reading, longest)
