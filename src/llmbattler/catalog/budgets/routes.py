"""Budgets and alerts at the admin area, and what members see of their own."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path

from llmbattler.accounts.deps import Admin, Member, Moderator, limited
from llmbattler.accounts.errors import NeedsSignIn, NotYours
from llmbattler.core.limits import RouteClass
from llmbattler.core.web.deps import Unit
from llmbattler.core.web.problems import explain

from ..deps import FromModelCalls
from .errors import AlertNotFound, BadBudget, BudgetNotFound
from .pots import BudgetScope
from .schemas import AlertOut, AlertsOut, BudgetIn, BudgetOut, BudgetsOut, MySpendOut
from .service import alerts, keeping

router = APIRouter(tags=["budgets"])

_GUARDED = explain([NeedsSignIn, NotYours])
_WRITES = [limited(RouteClass.WRITE)]
Subject = Annotated[
    str,
    Path(
        max_length=255,
        pattern=r"^[^/\x00-\x1f\x7f]+$",
        description="`all` for the site; an account, `*` or `visitors` for members; a host for a provider.",
    ),
]


@router.get("/api/admin/budgets", responses=_GUARDED)
async def list_budgets(session: Unit, _admin: Admin) -> BudgetsOut:
    """All limits, with what was spent today and in the last thirty days."""
    return await keeping.show_budgets(session)


@router.put("/api/admin/budgets/{scope}/{subject}", responses={**_GUARDED, **explain(BadBudget)}, dependencies=_WRITES)
async def set_budget(
    session: Unit, admin: Admin, scope: BudgetScope, subject: Subject, wanted: BudgetIn, calls: FromModelCalls
) -> BudgetOut:
    """Set or change what may be spent in a day."""
    pot = keeping.name_pot(scope, subject)
    await keeping.set_budget(session, actor=admin, pot=pot, wanted=wanted)
    calls.budgets.look_again()
    return await keeping.show_budget(session, pot=pot)


@router.delete(
    "/api/admin/budgets/{scope}/{subject}",
    status_code=204,
    responses={**_GUARDED, **explain([BudgetNotFound, BadBudget])},
    dependencies=_WRITES,
)
async def remove_budget(session: Unit, admin: Admin, scope: BudgetScope, subject: Subject) -> None:
    """Take a limit away."""
    await keeping.remove_budget(session, actor=admin, pot=keeping.name_pot(scope, subject))


@router.get("/api/me/spend", responses=_GUARDED)
async def get_my_spend(session: Unit, member: Member) -> MySpendOut:
    """What you spent today, and what you may spend."""
    return await keeping.show_my_spend(session, caller=member.owner)


@router.get("/api/admin/alerts", responses=_GUARDED)
async def list_alerts(session: Unit, _moderator: Moderator) -> AlertsOut:
    """The newest two hundred; those that wait for somebody come first."""
    return await alerts.list_alerts(session)


@router.post(
    "/api/admin/alerts/{alert_id}/acknowledge",
    responses={**_GUARDED, **explain(AlertNotFound)},
    dependencies=_WRITES,
)
async def acknowledge_alert(session: Unit, moderator: Moderator, alert_id: UUID) -> AlertOut:
    """Note that you have seen it."""
    return await alerts.acknowledge(session, actor=moderator, alert_id=alert_id)
