"""Setting money aside before a call, and putting what the call cost in its place."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeVar
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.ids import uuid7

from ...offers import OfferedModel
from ...records import CallRecord
from .. import repository
from ..errors import BudgetReached
from ..estimate import Reading, most_it_costs
from ..models import Reservation
from ..pots import VISITORS, BudgetScope, Pot, find_member, find_provider, list_pots
from ..repository import Change, Part, Refused
from .alerts import mark_reached, mark_spend

HOUR = 3600
MINUTE = 60
PAIR = 2

Candidate = TypeVar("Candidate")


@dataclass(frozen=True, slots=True)
class Hold:
    """That a call is paid for. Without an id it costs nothing, or no budget was set when it began."""

    reservation_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """One call that is about to be made."""

    caller: str | None
    provider: str
    amount: int

    @classmethod
    def of(
        cls,
        model: OfferedModel,
        *,
        reading: Reading,
        caller: str | None,
        max_tokens: int | None = None,
        own_providers: Collection[str] = (),
    ) -> "Ask":
        """What it costs at most; nothing where a key of the caller's own pays."""
        if model.provider_id in own_providers:
            return cls(caller, provider_of(model), 0)
        longest = max_tokens if max_tokens is not None else model.params.get("max_tokens")
        return cls(caller, provider_of(model), most_it_costs(model, reading, longest))


class _TooLittle(Exception):
    """Undoes an attempt to set money aside."""

    def __init__(self, refused: list[Refused]) -> None:
        self.refused = refused


def provider_of(model: OfferedModel) -> str:
    return find_provider(connector=model.connector, base_url=model.base_url)


async def reserve(session: Session, *, asks: Sequence[Ask], lease: timedelta, blind: bool = False) -> list[Hold]:
    """Set aside what these calls cost at most: all of them or, with `BudgetReached`, none.

    One statement for all pots of all calls, so that they are locked in one order, and a battle is paid for as a
    whole. For a blind battle the sentence does not tell whose provider has too little left.
    """
    parts = [Part(uuid7(), find_member(ask.caller), ask.provider, ask.amount) if ask.amount else None for ask in asks]
    paid = [part for part in parts if part is not None]
    if paid:
        refused = await _try(session, paid, lease)
        if refused and await release_expired(session):
            refused = await _try(session, paid, lease)
        if refused:
            raise _refusal(refused, blind=blind)
    return [Hold(part.reservation_id if part is not None else None) for part in parts]


async def _try(session: Session, parts: Sequence[Part], lease: timedelta) -> list[Refused]:
    amounts: Counter[Pot] = Counter()
    for part in parts:
        for pot in list_pots(member=part.member, provider=part.provider):
            amounts[pot] += part.amount
    try:
        async with session.begin_nested():
            _undo_if(await repository.reserve(session, amounts=dict(amounts), parts=parts, lease=lease))
    except _TooLittle as short:
        return short.refused
    return []


def _undo_if(refused: list[Refused]) -> None:
    if refused:
        raise _TooLittle(refused)


async def release_expired(session: Session) -> int:
    """Free what was set aside by processes that never came back; says how many calls that were."""
    expired = await repository.take_expired(session)
    if expired:
        await repository.add_spend(session, _freed(expired))
    return len(expired)


async def settle(session: Session, *, records: Sequence[CallRecord]) -> None:
    """Put what calls cost in the place of what was set aside for them.

    In the transaction that adds them to the ledger and only for those that it added, so nothing counts twice.
    """
    held = [record.reservation_id for record in records if record.reservation_id is not None]
    released = await repository.take_reservations(session, held) if held else ()
    changes = [*_freed(released), *(change for record in records for change in _charged(record))]
    if changes:
        await mark_spend(session, marks=await repository.add_spend(session, changes))


def _freed(reservations: Sequence[Reservation]) -> list[Change]:
    return [
        Change(pot, day=each.day, reserved=-each.amount_micro_usd)
        for each in reservations
        for pot in list_pots(member=each.member, provider=each.provider)
    ]


def _charged(record: CallRecord) -> list[Change]:
    if not record.cost_micro_usd or record.own_key:
        return []
    pots = list_pots(member=find_member(record.caller), provider=record.provider)
    return [Change(pot, spent=record.cost_micro_usd) for pot in pots]


async def keep_payable(
    session: Session,
    *,
    candidates: Sequence[Candidate],
    payees: Callable[[Candidate], Collection[str]],
    short: Collection[str] = (),
) -> list[Candidate]:
    """Leave out what cannot be paid for today, as models are left out that do not answer.

    `payees` gives the providers that a candidate has to pay; `short` names providers that are known to have too
    little left. Raises `BudgetReached` when no two are left.
    """
    spent = {*short, *await repository.list_spent_providers(session)}
    if not spent:
        return list(candidates)
    payable = [one for one in candidates if spent.isdisjoint(payees(one))]
    if len(payable) < min(PAIR, len(candidates)):
        pots = [Pot(BudgetScope.PROVIDER, provider) for provider in sorted(spent)]
        raise _refusal([Refused(pot, pot) for pot in pots], blind=True)
    return payable


async def report_refusal(session: Session, *, pots: Sequence[Pot]) -> None:
    """Tell the admin of budgets that stopped somebody. In a transaction of its own: the refused one is gone."""
    for pot in pots:
        await mark_reached(session, budget=pot)


def _refusal(refused: Sequence[Refused], *, blind: bool) -> BudgetReached:
    wait = _until_midnight(datetime.now(UTC))
    again = f"This works again after midnight UTC, in {_in_words(wait)}."
    shown, sentence = _sentence(refused[0].pot, blind=blind)
    pots = tuple(one.budget for one in refused)
    return BudgetReached(f"{sentence} {again}", retry_after=wait, pots=pots, shown=shown)


def _sentence(pot: Pot, *, blind: bool) -> tuple[str, str]:
    if pot.scope is BudgetScope.SITE or (blind and pot.scope is BudgetScope.PROVIDER):
        return "site", "What this site may spend on models today is used up."
    if pot.scope is BudgetScope.PROVIDER:
        return "provider", f"What this site may spend at {pot.subject} today is used up; choose another model."
    if pot.subject == VISITORS:
        return "visitors", "What visitors may spend on models today is used up; members may go on."
    return "yours", "What you may spend on models today is used up."


def _until_midnight(now: datetime) -> float:
    tomorrow = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    return (tomorrow - now).total_seconds()


def _in_words(seconds: float) -> str:
    unit, size = ("hour", HOUR) if seconds >= HOUR else ("minute", MINUTE)
    number = max(1, -(-int(seconds) // size))
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
