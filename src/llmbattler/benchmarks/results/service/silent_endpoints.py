"""Model servers that give no answer to a running run."""

from datetime import timedelta

from llmbattler.core.db import Session, get_transaction_time
from llmbattler.generation.contestants.service import find_contestants

from ...runs.engine import timings
from ...runs.models import Run, RunStatus
from .. import repository
from ..schemas import SilentEndpointOut


async def list_silent(session: Session, *, run: Run, judges: list[str], with_address: bool) -> list[SilentEndpointOut]:
    """The servers of the models and judges of this run that do not answer now, longest first."""
    if run.status is not RunStatus.RUNNING:
        return []
    found = await repository.list_silent_gates(session, timedelta(seconds=timings.FRESH_SECONDS))
    if not found:
        return []
    now = await get_transaction_time(session)
    contestants = await find_contestants(session, ids=[*run.models, *judges])
    silent = []
    for endpoint, since, error in found:
        models = [one.id for one in contestants.values() if one.endpoint == endpoint]
        seconds = (now - since).total_seconds()
        if models and seconds >= timings.FAILING_SECONDS:
            address = _address_of(endpoint) if with_address else None
            silent.append(SilentEndpointOut(address=address, models=models, since=since, seconds=seconds, error=error))
    return sorted(silent, key=lambda one: one.since)


def _address_of(endpoint: str) -> str:
    """The address in the key of a gate, which also names the wire and whose API key is used."""
    parts = endpoint.split(" ")
    return parts[1] if len(parts) > 1 else endpoint
