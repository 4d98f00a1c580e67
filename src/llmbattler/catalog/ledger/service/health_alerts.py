"""Alerts about models that do not answer."""

from llmbattler.connectors.errors import FailureKind, explain_kind
from llmbattler.core.db import Session

from ...alerts.service import AlertLevel, raise_alert, resolve_alerts
from ...budgets.service.reservations import provider_of
from ...health import Health
from ...models import HealthState
from ...offers import OfferedModel

KEY_REFUSED = "provider.key_refused"
UNREACHABLE = "provider.unreachable"
MODEL_DOWN = "model.down"

_OF_PROVIDER = {str(FailureKind.BAD_KEY): KEY_REFUSED, str(FailureKind.UNREACHABLE): UNREACHABLE}
"""Causes that all models of a provider share: one alert for all of them."""


async def update_health_alert(
    session: Session, *, model: OfferedModel, previous: Health | None, found: Health, report: str | None
) -> None:
    """Raise an alert when a model goes down, and resolve it when the model answers again."""
    before = _get_cause(previous)
    if before is not None:
        await _resolve(session, model, before)
    cause = _get_cause(found)
    if cause is not None:
        await _raise(session, model, cause, report)


async def resolve_model_down(session: Session, *, model_id: str) -> None:
    """Resolve the alert about a model that is paused or retired: nobody waits for its answer."""
    await resolve_alerts(session, kinds=(MODEL_DOWN,), subject=model_id)


def _get_cause(health: Health | None) -> str | None:
    return health.reason if health is not None and health.state is HealthState.DOWN else None


async def _raise(session: Session, model: OfferedModel, cause: str, report: str | None) -> None:
    kind = _OF_PROVIDER.get(cause, MODEL_DOWN)
    provider, level, subject = provider_of(model), AlertLevel.WARNING, provider_of(model)
    if kind == KEY_REFUSED:
        level = AlertLevel.CRITICAL
        message = f"{provider} does not accept its key. Its models are not drawn for battles until the key is replaced."
    elif kind == UNREACHABLE:
        message = f"{provider} cannot be reached. Its models are not drawn for battles until they answer again."
    else:
        subject = model.model_id
        message = f"{model.name}: {explain_kind(cause)}{_find_status(report)} It is not drawn until it answers again."
    await raise_alert(session, kind=kind, subject=subject, message=message, level=level)


def _find_status(report: str | None) -> str:
    """Only the status: moderators read alerts, too, and webhooks get them."""
    status = (report or "").partition(":")[0]
    return f" ({status})" if status.startswith("HTTP ") else ""


async def _resolve(session: Session, model: OfferedModel, cause: str) -> None:
    kind = _OF_PROVIDER.get(cause, MODEL_DOWN)
    subject = model.model_id if kind == MODEL_DOWN else provider_of(model)
    await resolve_alerts(session, kinds=(kind,), subject=subject)
