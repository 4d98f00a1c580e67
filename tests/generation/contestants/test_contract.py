from decimal import Decimal
from math import inf
from uuid import uuid4

import pytest

from llmbattler.catalog.models import PriceSource
from llmbattler.catalog.prices import FREE, Price
from llmbattler.catalog.service import ModelStatus
from llmbattler.core.resources import Resources
from llmbattler.generation.contestants.contract import AnswerContext, PriceClass
from llmbattler.generation.contestants.service import Reservation
from llmbattler.generation.contestants.service.catalog_models import CatalogModel
from tests.benchmarks.runs.offered_models import model


def price(output: str) -> Price:
    return Price(Decimal("0.1"), Decimal(output), PriceSource.FILE)


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (None, PriceClass.UNKNOWN),
        (FREE, PriceClass.FREE),
        (price("0.99"), PriceClass.LOW),
        (price("1"), PriceClass.MEDIUM),
        (price("9.99"), PriceClass.MEDIUM),
        (price("10"), PriceClass.HIGH),
    ],
)
def test_the_price_class_follows_the_price_of_output(given: Price | None, found: PriceClass) -> None:
    assert PriceClass.of(given) is found


def test_a_contestant_without_a_known_context_reads_any_text() -> None:
    assert CatalogModel.of(model("a")).longest_text == inf
    assert CatalogModel.of(model("a", context_length=100)).longest_text == 400


def test_only_an_active_contestant_may_be_asked_or_drawn() -> None:
    paused = CatalogModel.of(model("a", status=ModelStatus.PAUSED))
    assert (paused.active, paused.drawable) == (False, False)
    assert not CatalogModel.of(model("a", weight=0)).drawable


def context(*held: Reservation) -> AnswerContext:
    return AnswerContext(resources=Resources(), purpose="battle", caller="m_1", reservations=held or None)


def test_inner_calls_share_one_parent_and_name_the_outermost_contestant() -> None:
    inner = context().inner("team:x@3")
    nested = inner.inner("prompt:y@1")
    calls = [inner.call(), nested.call(), nested.part(0).call()]
    assert {call.contestant_id for call in calls} == {"team:x@3"}
    assert len({call.parent_id for call in calls}) == 1
    assert calls[0].parent_id is not None
    assert context().inner("team:x@3").parent_id != inner.parent_id
    assert (context().call().parent_id, context().call().contestant_id) == (None, None)


def test_each_call_takes_the_reservation_of_its_place_in_the_plan() -> None:
    held = [Reservation(uuid4()) for _ in range(3)]
    whole = context(*held)
    assert [whole.call(number).reservation for number in range(3)] == held
    assert whole.part(1, 2).reservations == (held[1], held[2])
    assert whole.part(2).call().reservation == held[2]
    assert context().part(1).call().reservation is None
