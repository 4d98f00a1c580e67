"""Budgets over HTTP: for admins, and each member's own spend."""

from typing import Annotated

from fastapi import APIRouter, Path

from llmbattler.accounts.deps import Admin, Member, limited_staff
from llmbattler.accounts.errors import NeedsSignIn, RoleTooLow
from llmbattler.core.limits import RouteClass
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.problems import explain
from llmbattler.core.web.unit_routes import UnitRoute

from .errors import BadBudget, BudgetNotFound
from .flow import Budgets
from .schemas import BudgetIn, BudgetOut, BudgetsOut, MySpendOut
from .service import limits
from .service.limits import BudgetScope

router = APIRouter(tags=["budgets"], route_class=UnitRoute)

_GUARDED = explain([NeedsSignIn, RoleTooLow])
_WRITES = [limited_staff(RouteClass.WRITE)]
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
    """List all limits with the spend of today and of the last thirty days."""
    return await limits.show_budgets(session)


@router.put("/api/admin/budgets/{scope}/{subject}", responses={**_GUARDED, **explain(BadBudget)}, dependencies=_WRITES)
async def set_budget(
    session: Unit, admin: Admin, scope: BudgetScope, subject: Subject, wanted: BudgetIn, resources: FromResources
) -> BudgetOut:
    """Set or change a daily limit."""
    key = limits.parse_key(scope, subject)
    budget = await limits.set_budget(session, actor=admin, key=key, wanted=wanted)
    resources.get(Budgets).invalidate()
    return budget


@router.delete(
    "/api/admin/budgets/{scope}/{subject}",
    status_code=204,
    responses={**_GUARDED, **explain([BudgetNotFound, BadBudget])},
    dependencies=_WRITES,
)
async def remove_budget(session: Unit, admin: Admin, scope: BudgetScope, subject: Subject) -> None:
    """Remove a limit."""
    await limits.remove_budget(session, actor=admin, key=limits.parse_key(scope, subject))


@router.get("/api/me/spend", responses=_GUARDED)
async def get_my_spend(session: Unit, member: Member) -> MySpendOut:
    """Show what you spent today, and your limit."""
    return await limits.show_my_spend(session, caller=member.owner)
