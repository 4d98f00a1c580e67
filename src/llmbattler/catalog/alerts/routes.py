"""Alerts over HTTP, for moderators and admins."""

from uuid import UUID

from fastapi import APIRouter

from llmbattler.accounts.deps import Moderator, limited_staff
from llmbattler.accounts.errors import NeedsSignIn, RoleTooLow
from llmbattler.core.limits import RouteClass
from llmbattler.core.web.deps import Unit
from llmbattler.core.web.problems import explain
from llmbattler.core.web.unit_routes import UnitRoute

from . import service
from .errors import AlertNotFound
from .schemas import AlertOut, AlertsOut

router = APIRouter(tags=["budgets"], route_class=UnitRoute)

_GUARDED = explain([NeedsSignIn, RoleTooLow])


@router.get("/api/admin/alerts", responses=_GUARDED)
async def list_alerts(session: Unit, _moderator: Moderator) -> AlertsOut:
    """List the newest two hundred, first those that are neither acknowledged nor resolved."""
    return await service.list_alerts(session)


@router.post(
    "/api/admin/alerts/{alert_id}/acknowledge",
    responses={**_GUARDED, **explain(AlertNotFound)},
    dependencies=[limited_staff(RouteClass.WRITE)],
)
async def acknowledge_alert(session: Unit, moderator: Moderator, alert_id: UUID) -> AlertOut:
    """Record that you have seen an alert."""
    return await service.acknowledge_alert(session, actor=moderator, alert_id=alert_id)
