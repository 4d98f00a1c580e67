"""Reserve the maximum cost of answers before the first call."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from itertools import islice

from llmbattler.catalog.budgets.service import reservations
from llmbattler.catalog.budgets.service.reservations import CallEstimate, Reservation
from llmbattler.catalog.providers.service.own_keys import list_own_providers
from llmbattler.core.db import Session

from ..contract import AnswerPlan, Contestant


async def reserve(
    session: Session,
    *,
    plans: Sequence[AnswerPlan],
    caller: str | None,
    lease: timedelta,
    blind: bool = False,
    own_keys: bool = True,
) -> list[tuple[Reservation, ...]]:
    """Reserve every call of all these plans or, with `BudgetReached`, none.

    With `own_keys`, providers for which the caller has a key of their own are not paid by the site. Blind battles never
    use such keys.
    """
    personal = bool(caller) and own_keys and not blind
    own = await list_own_providers(session, owner=caller or "") if personal else set[str]()
    estimates = [
        CallEstimate(caller, call.provider, 0 if call.provider_id in own else call.most_micro_usd)
        for plan in plans
        for call in plan.calls
    ]
    reserved = iter(await reservations.reserve(session, estimates=estimates, lease=lease, blind=blind))
    return [tuple(islice(reserved, len(plan.calls))) for plan in plans]


async def filter_payable(
    session: Session, *, contestants: Sequence[Contestant], exhausted: Collection[str] = ()
) -> list[Contestant]:
    """Leave out contestants that call a provider whose budget is used up; `exhausted` names further ones.

    Raises `BudgetReached` when no two are left.
    """
    return await reservations.filter_payable(session, candidates=contestants, payees=_list_payees, exhausted=exhausted)


def _list_payees(contestant: Contestant) -> set[str]:
    return {call.provider for call in contestant.plan(()).calls if call.most_micro_usd}
