import asyncio
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest
from tests.catalog.budgets.money import (
    LEASE,
    PROVIDER,
    SITE,
    add_calls,
    ask,
    ledger_equals_spend,
    read_spend,
    record,
    reserve,
    set_budget,
)

from llmbattler.catalog.budgets.budget_keys import BudgetKey
from llmbattler.catalog.budgets.errors import BudgetReached
from llmbattler.catalog.budgets.estimate import PromptSize
from llmbattler.catalog.budgets.models import BudgetScope
from llmbattler.catalog.budgets.service import reservations
from llmbattler.catalog.budgets.service.reservations import CallEstimate
from llmbattler.catalog.models import PlaceKind, PriceSource, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.prices import Price
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.settings import Settings

CENT = 10_000
CHEAP = BudgetKey(BudgetScope.PROVIDER, PROVIDER)


async def test_money_is_set_aside_in_all_pots_at_once(database: Database) -> None:
    first, free = await reserve(database, CENT, 0)
    assert first.reservation_id is not None
    assert free.reservation_id is None
    expected = {"site": (0, CENT), f"provider:{PROVIDER}": (0, CENT), "member:m_1": (0, CENT)}
    assert await read_spend(database) == expected


async def test_what_a_call_cost_takes_the_place_of_what_was_set_aside(database: Database) -> None:
    (hold,) = await reserve(database, CENT)
    await add_calls(database, record(1234, hold))
    assert set((await read_spend(database)).values()) == {(1234, 0)}
    assert await ask(database, "SELECT * FROM spend_reservations") == []
    await ledger_equals_spend(database)


async def test_a_batch_that_comes_again_counts_once(database: Database) -> None:
    (hold,) = await reserve(database, CENT)
    lost, fresh = record(1234, hold), record(500)
    await add_calls(database, lost)
    await add_calls(database, lost, fresh)
    assert await read_spend(database) == {
        "site": (1734, 0),
        f"provider:{PROVIDER}": (1734, 0),
        "member:m_1": (1734, 0),
    }
    assert len(await ask(database, "SELECT * FROM model_calls")) == 2


@pytest.mark.parametrize(
    ("pot", "words"),
    [
        (SITE, "What this site may spend on models today is used up."),
        (CHEAP, f"What this site may spend at {PROVIDER} today is used up"),
        (BudgetKey(BudgetScope.MEMBER, "m_1"), "What you may spend on models today is used up."),
        (BudgetKey(BudgetScope.MEMBER, "*"), "What you may spend on models today is used up."),
    ],
)
async def test_each_budget_refuses_with_a_clear_sentence(database: Database, pot: BudgetKey, words: str) -> None:
    await set_budget(database, pot, 0.02)
    (hold,) = await reserve(database, CENT)
    with pytest.raises(BudgetReached) as refused:
        await reserve(database, CENT, 1)
    assert refused.value.detail.startswith(words)
    assert "after midnight UTC" in refused.value.detail
    assert 0 < (refused.value.retry_after or 0) <= 24 * 3600
    assert refused.value.budgets == (str(pot),)
    # Nothing of what was refused is left, and what remains can still be used.
    await add_calls(database, record(0, hold))
    await reserve(database, 2 * CENT)


async def test_a_blind_refusal_does_not_tell_of_the_provider(database: Database) -> None:
    await set_budget(database, CHEAP, 0)
    with pytest.raises(BudgetReached) as told:
        await reserve(database, 1, blind=True)
    await set_budget(database, CHEAP, 1)
    await set_budget(database, SITE, 0)
    with pytest.raises(BudgetReached) as other:
        await reserve(database, 1, blind=True)
    assert (told.value.detail, told.value.facts) == (other.value.detail, other.value.facts)


async def test_members_have_a_pot_each_and_visitors_share_one(database: Database) -> None:
    await set_budget(database, BudgetKey(BudgetScope.MEMBER, "*"), 0.01)
    await set_budget(database, BudgetKey(BudgetScope.MEMBER, "m_rich"), 0.02)
    await reserve(database, CENT, caller="m_1")
    await reserve(database, CENT, caller="m_2")
    await reserve(database, 2 * CENT, caller="m_rich")
    with pytest.raises(BudgetReached):
        await reserve(database, 1, caller="m_2")
    await reserve(database, 100 * CENT, caller="v_1")  # the budget of members is none of theirs
    await set_budget(database, BudgetKey(BudgetScope.MEMBER, "visitors"), 1.01)
    await reserve(database, CENT, caller="v_2")
    with pytest.raises(BudgetReached, match="What visitors may spend"):
        await reserve(database, 1, caller="v_3")
    await reserve(database, CENT, caller=None)  # a judge belongs to nobody


async def test_a_budget_that_is_off_stops_nobody_and_free_calls_are_never_stopped(database: Database) -> None:
    await set_budget(database, SITE, 0)
    assert (await reserve(database, 0))[0].reservation_id is None
    with pytest.raises(BudgetReached):
        await reserve(database, 1)
    await set_budget(database, SITE, 0, enabled=False)
    await reserve(database, 1)


async def test_what_was_spent_before_there_was_a_budget_counts(database: Database) -> None:
    await add_calls(database, record(CENT))
    await set_budget(database, SITE, 0.01)
    with pytest.raises(BudgetReached):
        await reserve(database, 1)


async def test_a_crash_between_reservation_and_ledger_frees_the_money(database: Database) -> None:
    await set_budget(database, SITE, 0.01)
    await reserve(database, CENT, lease=timedelta(seconds=-1))  # as if its time had passed
    await reserve(database, CENT)
    assert (await read_spend(database))["site"] == (0, CENT)
    with pytest.raises(BudgetReached):
        await reserve(database, 1)


async def test_a_call_that_ends_after_its_lease_still_counts_once(database: Database) -> None:
    (late,) = await reserve(database, CENT, lease=timedelta(seconds=-1))
    async with database.unit() as session:
        assert await reservations.release_expired(session) == 1
    await add_calls(database, record(700, late))
    assert (await read_spend(database))["site"] == (700, 0)


async def test_connections_that_race_for_the_last_cents_never_overspend(
    database: Database, address: DatabaseAddress, settings: Settings
) -> None:
    """Two pools, as two processes have, with calls of several people and providers in every order."""
    other = Database(address, settings)
    await set_budget(database, SITE, 0.50)
    await set_budget(database, BudgetKey(BudgetScope.PROVIDER, "p1"), 0.30)
    calls = [("m_1", "p1"), ("m_2", "p2"), ("m_1", "p2"), ("m_2", "p1"), ("v_1", "p1")]

    async def one(number: int) -> int:
        caller, provider = calls[number % len(calls)]
        (hold,) = await reserve((database, other)[number % 2], CENT, caller=caller, provider=provider)
        await add_calls((database, other)[number % 2], record(CENT - 1, hold, caller=caller, provider=provider))
        return 1

    ended = await asyncio.gather(*(one(number) for number in range(120)), return_exceptions=True)
    assert all(isinstance(each, int | BudgetReached) for each in ended), ended
    spent = await read_spend(database)
    assert 0.49 * 1e6 <= spent["site"][0] <= 0.50 * 1e6
    assert spent["provider:p1"][0] <= 0.30 * 1e6
    assert {reserved for _, reserved in spent.values()} == {0}
    await ledger_equals_spend(database)
    await other.close()


async def test_two_sides_that_lock_in_opposite_order_do_not_wait_in_a_circle(database: Database) -> None:
    await set_budget(database, SITE, 100)
    await set_budget(database, BudgetKey(BudgetScope.PROVIDER, "p1"), 100)

    async def pair(first: str, second: str) -> None:
        async with database.unit() as session:
            estimates = [CallEstimate("m_1", first, CENT), CallEstimate("m_1", second, CENT)]
            await reservations.reserve(session, estimates=estimates, lease=LEASE)

    await asyncio.gather(*(pair(*(("p1", "p2") if number % 2 else ("p2", "p1"))) for number in range(60)))
    assert (await read_spend(database))["site"] == (0, 120 * CENT)


async def test_what_nobody_can_pay_for_is_not_drawn(database: Database, offer: Callable[..., OfferedModel]) -> None:
    await set_budget(database, BudgetKey(BudgetScope.PROVIDER, "spent.example"), 0.01)
    await reserve(database, CENT, provider="spent.example")
    async with database.unit() as session:
        models = [
            offer("spent", base_url="https://spent.example/v1"),
            offer("free", base_url="https://spent.example/v1", price=None),
            offer("else", base_url="https://else.example/v1"),
        ]

        def payees(model: OfferedModel) -> set[str]:
            return {reservations.provider_of(model)} if model.price is not None else set()

        kept = await reservations.filter_payable(session, candidates=models, payees=payees)
        assert [model.model_id for model in kept] == ["free", "else"]
        with pytest.raises(BudgetReached, match="What this site may spend on models today"):
            await reservations.filter_payable(session, candidates=models, payees=payees, exhausted={"else.example"})


async def test_a_key_of_ones_own_is_ones_own_money(database: Database) -> None:
    await set_budget(database, SITE, 1)
    await add_calls(database, record(5000, own_key=True), record(7))
    assert (await read_spend(database))["site"] == (7, 0)


def test_each_choice_is_paid_for() -> None:
    model = OfferedModel(
        model_id="m",
        name="m",
        connector="openai",
        model="m",
        source=Source.FILE,
        place=PlaceKind.CLOUD,
        price=Price(Decimal(1), Decimal(1), PriceSource.FILE),
    )
    one, three = (
        CallEstimate.of(model, prompt=PromptSize(10), caller=None, max_tokens=9, choices=choices) for choices in (1, 3)
    )
    assert three.amount == 3 * one.amount > 0
