"""Reserving what answers may cost, before the first call of any of them is made."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from itertools import islice

from llmbattler.catalog import service as catalog
from llmbattler.catalog.service import Ask, Hold
from llmbattler.core.db import Session

from ..contract import AnswerPlan, Contestant


async def reserve(
    session: Session, *, plans: Sequence[AnswerPlan], caller: str | None, lease: timedelta, blind: bool = False
) -> list[tuple[Hold, ...]]:
    """Reserve every call of all these plans or, with `BudgetReached`, none.

    Providers for which the caller has a key of their own are not paid by the site; blind battles never use such keys.
    """
    own = await catalog.list_own_providers(session, owner=caller) if caller and not blind else set[str]()
    asks = [
        Ask(caller, call.provider, 0 if call.provider_id in own else call.most_micro_usd)
        for plan in plans
        for call in plan.calls
    ]
    held = iter(await catalog.reserve(session, asks=asks, lease=lease, blind=blind))
    return [tuple(islice(held, len(plan.calls))) for plan in plans]


async def keep_payable(
    session: Session, *, contestants: Sequence[Contestant], short: Collection[str] = ()
) -> list[Contestant]:
    """Leave out contestants that call a provider whose budget is used up; `short` names further ones.

    Raises `BudgetReached` when no two are left.
    """
    return await catalog.keep_payable(session, candidates=contestants, payees=_list_payees, short=short)


def _list_payees(contestant: Contestant) -> set[str]:
    return {call.provider for call in contestant.plan(()).calls if call.most_micro_usd}
