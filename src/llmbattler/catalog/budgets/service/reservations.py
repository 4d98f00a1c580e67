"""Reserve the maximum cost of a call before it, and replace it by the real cost after it."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from llmbattler.core import clock
from llmbattler.core.db import Session
from llmbattler.core.ids import uuid7

from ...offers import OfferedModel
from ...records import CallRecord
from .. import repository
from ..budget_keys import VISITORS, BudgetKey, find_member, find_provider, list_budget_keys
from ..errors import BudgetReached
from ..estimate import PromptSize, estimate_max_cost
from ..models import BudgetScope, SpendReservation
from ..repository import NewReservation, Refusal, SpendChange
from .alerts import check_levels, raise_reached

__all__ = ["BudgetReached", "PromptSize"]

HOUR = 3600
MINUTE = 60
PAIR = 2

Candidate = TypeVar("Candidate")


@dataclass(frozen=True, slots=True)
class Reservation:
    """Permission to make a call. Without an id the call is free, or no budget was set when it began."""

    reservation_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class CallEstimate:
    """A call before it is made: who pays which provider, and at most how much."""

    caller: str | None
    provider: str
    amount: int
    """Micro-dollars."""

    @classmethod
    def of(
        cls,
        model: OfferedModel,
        *,
        prompt: PromptSize,
        caller: str | None,
        max_tokens: int | None = None,
        choices: int = 1,
        own_providers: Collection[str] = (),
    ) -> "CallEstimate":
        """Estimate the maximum cost of a call with this many choices; 0 where the caller's own key pays."""
        if model.provider_id in own_providers:
            return cls(caller, provider_of(model), 0)
        longest = max_tokens if max_tokens is not None else model.params.get("max_tokens")
        return cls(caller, provider_of(model), choices * estimate_max_cost(model, prompt, longest))


class _NotReserved(Exception):
    """Rolls back an attempt to reserve."""

    def __init__(self, refusals: list[Refusal]) -> None:
        self.refusals = refusals


def provider_of(model: OfferedModel) -> str:
    return find_provider(connector=model.connector, base_url=model.base_url)


async def has_budgets(session: Session) -> bool:
    """Tell whether any budget is enabled."""
    return await repository.find_enabled_budget(session) is not None


async def reserve(
    session: Session, *, estimates: Sequence[CallEstimate], lease: timedelta, blind: bool = False
) -> list[Reservation]:
    """Reserve the maximum cost of these calls: of all of them or, with `BudgetReached`, of none.

    One statement covers all budget keys of all calls, so that rows are locked in one order and a battle is paid for
    as a whole. For a blind battle the message does not say which provider's budget is used up.
    """
    parts = [
        NewReservation(uuid7(), find_member(one.caller), one.provider, one.amount) if one.amount else None
        for one in estimates
    ]
    paid = [part for part in parts if part is not None]
    if paid:
        refusals = await _try_reserve(session, paid, lease)
        if refusals and await release_expired(session):
            refusals = await _try_reserve(session, paid, lease)
        if refusals:
            raise _to_error(refusals, blind=blind)
    return [Reservation(part.reservation_id if part is not None else None) for part in parts]


async def _try_reserve(session: Session, parts: Sequence[NewReservation], lease: timedelta) -> list[Refusal]:
    amounts: Counter[BudgetKey] = Counter()
    for part in parts:
        for key in list_budget_keys(member=part.member, provider=part.provider):
            amounts[key] += part.amount
    try:
        async with session.begin_nested():
            _raise_if(await repository.add_reservations(session, amounts=dict(amounts), parts=parts, lease=lease))
    except _NotReserved as failure:
        return failure.refusals
    return []


def _raise_if(refusals: list[Refusal]) -> None:
    if refusals:
        raise _NotReserved(refusals)


async def release(session: Session, *, reservation_ids: Sequence[UUID]) -> None:
    """Release reservations that no call needs any more; those that calls have settled are gone already."""
    unused = await repository.delete_reservations(session, reservation_ids)
    if unused:
        await repository.add_spend(session, _released(unused))


async def release_expired(session: Session) -> int:
    """Release the reservations of processes that died; return how many."""
    expired = await repository.delete_expired_reservations(session)
    if expired:
        await repository.add_spend(session, _released(expired))
    return len(expired)


async def settle(session: Session, *, records: Sequence[CallRecord]) -> None:
    """Replace reservations by the real cost.

    Runs in the transaction that adds the calls to the ledger, for new calls only, so that nothing counts twice.
    """
    ids = [record.reservation_id for record in records if record.reservation_id is not None]
    released = await repository.delete_reservations(session, ids) if ids else ()
    changes = [*_released(released), *(change for record in records for change in _charged(record))]
    if changes:
        await check_levels(session, levels=await repository.add_spend(session, changes))


def _released(reservations: Sequence[SpendReservation]) -> list[SpendChange]:
    return [
        SpendChange(key, day=each.day, reserved=-each.amount_micro_usd)
        for each in reservations
        for key in list_budget_keys(member=each.member, provider=each.provider)
    ]


def _charged(record: CallRecord) -> list[SpendChange]:
    if not record.cost_micro_usd or record.own_key:
        return []
    keys = list_budget_keys(member=find_member(record.caller), provider=record.provider)
    return [SpendChange(key, spent=record.cost_micro_usd) for key in keys]


async def filter_payable(
    session: Session,
    *,
    candidates: Sequence[Candidate],
    payees: Callable[[Candidate], Collection[str]],
    exhausted: Collection[str] = (),
) -> list[Candidate]:
    """Return the candidates whose providers all have budget left today.

    `payees` returns the providers that a candidate has to pay; `exhausted` names providers that are known to have too
    little left. Raises `BudgetReached` when fewer than two candidates remain.
    """
    spent = {*exhausted, *await repository.list_spent_providers(session)}
    if not spent:
        return list(candidates)
    payable = [one for one in candidates if spent.isdisjoint(payees(one))]
    if len(payable) < min(PAIR, len(candidates)):
        keys = [BudgetKey(BudgetScope.PROVIDER, provider) for provider in sorted(spent)]
        raise _to_error([Refusal(key, key) for key in keys], blind=True)
    return payable


async def report_refusal(session: Session, *, budgets: Sequence[str]) -> None:
    """Alert admins of budgets that refused a call. Needs a transaction of its own: the refused one is rolled back."""
    for budget in budgets:
        await raise_reached(session, budget=BudgetKey.parse(budget))


def _to_error(refusals: Sequence[Refusal], *, blind: bool) -> BudgetReached:
    wait = _until_midnight(clock.now())
    again = f"This works again after midnight UTC, in {_in_words(wait)}."
    shown, sentence = _explain(refusals[0].key, blind=blind)
    budgets = tuple(str(one.budget) for one in refusals)
    return BudgetReached(f"{sentence} {again}", retry_after=wait, budgets=budgets, shown=shown)


def _explain(key: BudgetKey, *, blind: bool) -> tuple[str, str]:
    if key.scope is BudgetScope.SITE or (blind and key.scope is BudgetScope.PROVIDER):
        return "site", "What this site may spend on models today is used up."
    if key.scope is BudgetScope.PROVIDER:
        return "provider", f"What this site may spend at {key.subject} today is used up; choose another model."
    if key.subject == VISITORS:
        return "visitors", "What visitors may spend on models today is used up; members can continue."
    return "yours", "What you may spend on models today is used up."


def _until_midnight(now: datetime) -> float:
    tomorrow = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    return (tomorrow - now).total_seconds()


def _in_words(seconds: float) -> str:
    unit, size = ("hour", HOUR) if seconds >= HOUR else ("minute", MINUTE)
    number = max(1, -(-int(seconds) // size))
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
