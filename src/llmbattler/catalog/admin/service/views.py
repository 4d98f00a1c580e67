"""Models as admins see them."""

from datetime import timedelta

from llmbattler.connectors.errors import explain_kind
from llmbattler.core.db import Session

from ...errors import ModelNotFound
from ...health import get_current_health
from ...models import HealthState, Model, ModelHealth
from ...repository import list_latest_health
from ...repository import list_models as list_rows
from ...schemas import AbilitiesOut
from ...service import show_price, to_offer
from .. import repository
from ..repository import AnsweringModel
from ..schemas import AdminModelOut, AdminModelsOut

ABILITIES = ("vision", "tools", "reasoning")
ANSWERING_SINCE = timedelta(days=7)


async def list_models(session: Session) -> AdminModelsOut:
    """List all models with everything an admin may see, and their current health."""
    health, answering = await _get_health(session), await list_answering_models(session)
    rows = await list_rows(session)
    return AdminModelsOut(models=[_to_out(row, health.get(row.model_id), answering.get(row.model_id)) for row in rows])


async def get_model(session: Session, *, model_id: str) -> AdminModelOut:
    row = await lock_model(session, model_id)
    await repository.update_model(session, row)
    health, answering = await _get_health(session), await list_answering_models(session)
    return _to_out(row, health.get(model_id), answering.get(model_id))


async def list_answering_models(session: Session) -> dict[str, AnsweringModel]:
    """For each model the last answer that came from another model, by the id of the model."""
    return await repository.list_answering_models(session, since=ANSWERING_SINCE)


async def lock_model(session: Session, model_id: str) -> Model:
    row = await repository.lock_model(session, model_id)
    if row is None:
        raise ModelNotFound
    return row


async def _get_health(session: Session) -> dict[str, ModelHealth]:
    return {row.model_id: row for row in await list_latest_health(session)}


def _to_out(row: Model, last_health: ModelHealth | None, answering: AnsweringModel | None) -> AdminModelOut:
    health = get_current_health(row, last_health)
    plain = {name: getattr(row, name) for name in AdminModelOut.model_fields if hasattr(row, name)}
    return AdminModelOut(
        **plain,
        model_name=row.name,
        abilities=AbilitiesOut(vision=row.vision, tools=row.tools, reasoning=row.reasoning),
        price=show_price(to_offer(row).price),
        health=health.state if health is not None else HealthState.UNKNOWN,
        health_reason=health.reason if health is not None else None,
        health_cause=explain_kind(health.reason) if health is not None and health.reason else None,
        health_report=health.report if health is not None else None,
        health_since=health.changed_at if health is not None else None,
        answered_by=answering.name if answering is not None else None,
        answered_by_at=answering.answered_at if answering is not None else None,
    )
