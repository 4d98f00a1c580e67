"""Record calls and probes: add them to the ledger, update health, settle reservations."""

from collections.abc import Iterable, Sequence
from operator import itemgetter

from llmbattler.connectors.errors import FailureKind
from llmbattler.core.db import Session
from llmbattler.core.live import publish

from ...alerts.service import raise_key_refused, resolve_key_refused
from ...budgets.service.reservations import provider_of, settle
from ...health import OK, UNKNOWN, WINDOW, WINDOW_CALLS, Health, HealthEvent, next_health
from ...models import HealthState
from ...records import CallRecord
from ...repository import add_health, lock_model
from ...service import get_offered
from ...topics import MODELS_TOPIC
from .. import repository
from ..repository import RecentCalls


async def record_calls(session: Session, *, records: Sequence[CallRecord]) -> None:
    """Add calls to the ledger, update the health of their models and settle their reservations."""
    # A batch is sent again when the connection broke during the commit; calls that are in the ledger count once.
    added = await repository.add_calls(session, [record.as_row() for record in records])
    recent = await _list_recent(session, {record.model_id for record in records})
    # Sorted, so that two processes lock models in the same order.
    for model_id, calls in sorted(recent.items(), key=itemgetter(0)):
        await _update_health(session, model_id, calls)
    await settle(session, records=[record for record in records if record.call_id in added])


async def record_probe(session: Session, *, record: CallRecord) -> None:
    """Update the health after a probe. Only a probe that may change the state goes into the ledger."""
    recent = (await _list_recent(session, [record.model_id]))[record.model_id]
    confirmed = HealthState.HEALTHY if record.outcome == OK else HealthState.DOWN
    await _update_health(session, record.model_id, recent, HealthEvent(recent.now, record.outcome, probe=True))
    if recent.health is None or recent.health.state is not confirmed:
        await repository.add_calls(session, [record.as_row()])
        await settle(session, records=[record])


async def _list_recent(session: Session, model_ids: Iterable[str]) -> dict[str, RecentCalls]:
    return await repository.list_recent_calls(session, list(model_ids), window=WINDOW, calls=2 * WINDOW_CALLS)


async def _update_health(
    session: Session, model_id: str, recent: RecentCalls, probe: HealthEvent | None = None
) -> None:
    if not _changed_health(recent, probe):
        return
    if recent.health is None and probe is None:
        return  # the first state is public at once, so a call of a running battle must not set it
    await lock_model(session, model_id)
    recent = (await _list_recent(session, [model_id]))[model_id]
    found = _changed_health(recent, probe)
    if found is None:
        return
    first = recent.health is None
    add_health(session, model_id=model_id, state=found.state, reason=found.reason, first=first)
    if first:
        await publish(session, MODELS_TOPIC, model_id)
    await _update_key_alert(session, model_id, recent.health, found)


def _changed_health(recent: RecentCalls, probe: HealthEvent | None) -> Health | None:
    """Return the health of a model if its state differs from the stored one."""
    events = recent.calls if probe is None else [*recent.calls, probe]
    found = next_health(recent.health or UNKNOWN, events, recent.now)
    return None if recent.health is not None and recent.health.state is found.state else found


async def _update_key_alert(session: Session, model_id: str, previous: Health | None, found: Health) -> None:
    """Raise or resolve the alert about a refused key: no model of that provider works until it is replaced."""
    refused = found.state is HealthState.DOWN and found.reason == FailureKind.BAD_KEY
    was_refused = previous is not None and previous.reason == FailureKind.BAD_KEY
    if not refused and not was_refused:
        return
    provider = provider_of(await get_offered(session, model_id=model_id))
    await (raise_key_refused if refused else resolve_key_refused)(session, provider=provider)
