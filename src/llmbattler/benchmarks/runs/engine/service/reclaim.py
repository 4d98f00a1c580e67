"""Taking pieces from workers that vanished."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from llmbattler.core.db import Database, Session
from llmbattler.core.live import Changed, publish_all
from llmbattler.core.logs import get_logger

from ...chunks import split
from ...topics import WORK
from .. import repository
from ..claims import ClaimedChunk, PriorResult

MOST_DEATHS = 3
AT_ONCE = 200

_log = get_logger(__name__)


async def reclaim_chunks(database: Database, runs: Sequence[UUID], *, me: UUID) -> int:
    """Free what the dead held: the next ones get it sample by sample, and not for ever."""
    async with database.unit() as session:
        expired = await repository.lock_expired(session, runs, me, AT_ONCE)
        if not expired:
            return 0
        sorting = _Sorting(session)
        for one, known in zip(expired, await repository.list_prior_results(session, expired), strict=True):
            await sorting.take(one, known)
        await session.flush()
        await repository.update_orphaned_chunks(session, sorting.alone)
        await repository.delete_chunks(session, sorting.gone)
        _log.warning("a worker vanished; its work is taken over", pieces=len(expired))
        await publish_all(session, *(Changed(WORK, str(run_id)) for run_id in {one.run_id for one in expired}))
    return len(expired)


@dataclass(slots=True)
class _Sorting:
    """What becomes of each piece."""

    session: Session
    alone: list[tuple[UUID, int]] = field(default_factory=list)
    """Single samples that get another chance."""
    gone: list[tuple[UUID, int]] = field(default_factory=list)
    numbers: dict[UUID, int] = field(default_factory=dict)

    async def take(self, one: ClaimedChunk, known: dict[int, PriorResult]) -> None:
        missing = [at for at in one.plan.positions if at not in known or not known[at].final]
        deaths = one.plan.deaths + 1
        if one.plan.count == 1 and missing and deaths < MOST_DEATHS:
            self.alone.append((one.run_id, one.plan.number))
            return
        self.gone.append((one.run_id, one.plan.number))
        if one.plan.count == 1 and missing:
            await _quarantine(self.session, one, deaths)
        elif missing:
            await self._split(one, missing, deaths)

    async def _split(self, one: ClaimedChunk, missing: list[int], deaths: int) -> None:
        if one.run_id not in self.numbers:
            self.numbers[one.run_id] = await repository.get_last_number(self.session, one.run_id) + 1
        plans = split(replace(one.plan, deaths=deaths), missing, first_number=self.numbers[one.run_id])
        self.numbers[one.run_id] += len(plans)
        repository.add_chunks(self.session, one.run_id, plans)


async def _quarantine(session: Session, one: ClaimedChunk, deaths: int) -> None:
    _log.error("a sample is quarantined", run_id=str(one.run_id), position=one.plan.first, deaths=deaths)
    error = f"{deaths} workers died while they asked or scored this sample; nobody tries it again by itself."
    await repository.add_quarantined(session, one.run_id, one.plan.number, error)
