"""Reclaims the chunks of dead workers."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.live import Changed, publish_all
from llmbattler.core.logs import get_logger

from ...chunks import split_chunk
from ...topics import WORK
from .. import repository
from ..claims import ClaimedChunk, PriorResult

MAX_DEATHS = 3
MAX_CHUNKS = 200

_log = get_logger(__name__)


async def reclaim_chunks(session: Session, *, runs: Sequence[UUID], worker: UUID) -> int:
    """Free the expired chunks of other workers.

    A chunk is split into single samples, so that a sample that crashes workers is isolated. A single sample that has
    crashed `MAX_DEATHS` workers is quarantined.
    """
    expired = await repository.lock_expired(session, runs, worker, MAX_CHUNKS)
    if not expired:
        return 0
    plan = _Reclaim(session)
    for one, known in zip(expired, await repository.list_prior_results(session, expired), strict=True):
        await plan.add(one, known)
    await session.flush()
    await repository.update_orphaned_chunks(session, plan.retried)
    await repository.delete_chunks(session, plan.deleted)
    _log.warning("the chunks of a dead worker are reclaimed", chunks=len(expired))
    await publish_all(session, *(Changed(WORK, str(run_id)) for run_id in {one.run_id for one in expired}))
    return len(expired)


@dataclass(slots=True)
class _Reclaim:
    """Decides what becomes of each chunk."""

    session: Session
    retried: list[tuple[UUID, int]] = field(default_factory=list)
    """Chunks of one sample that are tried once more."""
    deleted: list[tuple[UUID, int]] = field(default_factory=list)
    next_numbers: dict[UUID, int] = field(default_factory=dict)

    async def add(self, one: ClaimedChunk, known: dict[int, PriorResult]) -> None:
        missing = [at for at in one.plan.positions if at not in known or not known[at].final]
        deaths = one.plan.deaths + 1
        if one.plan.count == 1 and missing and deaths < MAX_DEATHS:
            self.retried.append((one.run_id, one.plan.number))
            return
        self.deleted.append((one.run_id, one.plan.number))
        if one.plan.count == 1 and missing:
            await _quarantine(self.session, one, deaths)
        elif missing:
            await self._split(one, missing, deaths)

    async def _split(self, one: ClaimedChunk, missing: list[int], deaths: int) -> None:
        if one.run_id not in self.next_numbers:
            self.next_numbers[one.run_id] = await repository.get_last_number(self.session, one.run_id) + 1
        plans = split_chunk(replace(one.plan, deaths=deaths), missing, first_number=self.next_numbers[one.run_id])
        self.next_numbers[one.run_id] += len(plans)
        repository.add_chunks(self.session, one.run_id, plans)


async def _quarantine(session: Session, one: ClaimedChunk, deaths: int) -> None:
    _log.error("a sample is quarantined", run_id=str(one.run_id), position=one.plan.first, deaths=deaths)
    error = (
        f"{deaths} workers died while they asked or scored this sample, so it is not tried again. "
        "Use “Retry failed” to try it once more."
    )
    await repository.add_quarantined(session, one.run_id, one.plan.number, error)
