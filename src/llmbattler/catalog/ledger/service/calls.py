"""Record calls and probes: add them to the ledger, update health, settle reservations."""

from collections.abc import Iterable, Sequence
from operator import itemgetter

from llmbattler.connectors.errors import FailureKind
from llmbattler.core.db import Session
from llmbattler.core.live import ADMIN_TOPIC, publish

from ...budgets.service.reservations import settle
from ...health import OK, UNKNOWN, WINDOW, WINDOW_CALLS, Health, HealthEvent, next_health
from ...models import HealthState, ModelHealth
from ...purposes import TEST
from ...records import CallRecord
from ...repository import add_health, lock_model
from ...service import get_offered
from ...topics import MODELS_TOPIC
from .. import repository
from ..repository import RecentCalls
from .health_alerts import update_health_alert


async def record_calls(session: Session, *, records: Sequence[CallRecord]) -> None:
    """Add calls to the ledger, update the health of their models and settle their reservations."""
    # A batch is sent again when the connection broke during the commit; calls that are in the ledger count once.
    added = await repository.add_calls(session, [record.as_row() for record in records])
    recent = await _list_recent(session, {record.model_id for record in records})
    reports = {record.model_id: record.report for record in records if record.report is not None}
    # Sorted, so that two processes lock models in the same order.
    for model_id, calls in sorted(recent.items(), key=itemgetter(0)):
        await _update_health(session, model_id, calls, report=reports.get(model_id))
    await settle(session, records=[record for record in records if record.call_id in added])


async def record_probe(session: Session, *, record: CallRecord) -> None:
    """Update the health after a probe. Only a probe that may change the state goes into the ledger."""
    recent = (await _list_recent(session, [record.model_id]))[record.model_id]
    confirmed = HealthState.HEALTHY if record.outcome == OK else HealthState.DOWN
    asked = record.purpose == TEST
    event = HealthEvent(recent.now, record.outcome, probe=not asked, question=asked)
    await _update_health(session, record.model_id, recent, event, report=record.report)
    if recent.health is None or recent.health.state is not confirmed:
        await repository.add_calls(session, [record.as_row()])
        await settle(session, records=[record])


async def list_refused(session: Session, *, model_ids: Sequence[str]) -> set[str]:
    """Return the models whose last call was refused. It may be the request or the account; only a question tells."""
    recent = await repository.list_recent_calls(session, list(model_ids), window=WINDOW, calls=1)
    return {
        model_id for model_id, found in recent.items() if found.calls and found.calls[-1].outcome == FailureKind.REFUSED
    }


async def _list_recent(session: Session, model_ids: Iterable[str]) -> dict[str, RecentCalls]:
    return await repository.list_recent_calls(session, list(model_ids), window=WINDOW, calls=2 * WINDOW_CALLS)


async def _update_health(
    session: Session,
    model_id: str,
    recent: RecentCalls,
    probe: HealthEvent | None = None,
    *,
    report: str | None = None,
) -> None:
    if not _changed_health(recent, probe):
        return
    if not await lock_model(session, model_id):
        return
    recent = (await _list_recent(session, [model_id]))[model_id]
    found = _changed_health(recent, probe)
    if found is None:
        return
    # The first state is public at once, so a call of a running battle must not be the first.
    first = recent.health is None and probe is not None
    report = report if found.reason is not None else None
    change = ModelHealth(model_id=model_id, state=found.state, reason=found.reason, report=report, first=first)
    add_health(session, change)
    await publish(session, ADMIN_TOPIC, model_id)
    if first:
        await publish(session, MODELS_TOPIC, model_id)
    model = await get_offered(session, model_id=model_id)
    await update_health_alert(session, model=model, previous=recent.health, found=found, report=report)


def _changed_health(recent: RecentCalls, probe: HealthEvent | None) -> Health | None:
    """Return the health of a model if it differs from the stored one."""
    events = recent.calls if probe is None else [*recent.calls, probe]
    found = next_health(recent.health or UNKNOWN, events, recent.now)
    if recent.health is None and probe is None and found.reason is None:
        return None  # good calls are no news
    return None if recent.health is not None and recent.health == found else found
