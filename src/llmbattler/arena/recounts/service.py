"""Which recounts were requested, how far they are, and how votes are made to agree with the exclusions."""

from collections.abc import Collection, Sequence
from datetime import UTC, timedelta
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.jobs import JobName, defer
from llmbattler.core.live import ADMIN_TOPIC, publish
from llmbattler.core.long_jobs import JobState, LongJob
from llmbattler.ratings.service import HUMAN, RatingRules, refits, vote_counts

from ..models import VoteRecount
from ..vote_counts.service.counts import as_counted
from . import repository
from .repository import DifferentVotes
from .schemas import RecountOut

RECOUNT = JobName("arena.recount")
TOPIC_ID = "recount"
AT_ONCE = 2000
"""Votes that one unit of work changes. New votes wait for it, so it must be short."""
LEASE = timedelta(seconds=30)


async def request_recount(session: Session, *, voters: Collection[str]) -> DifferentVotes:
    """Request that the votes of these voters agree with the exclusions. Return how many votes that changes."""
    found = await repository.count_different(session, voters)
    if found.votes:
        await repository.add_recount(session, voters=sorted(voters), total=found.votes)
        await defer(session, RECOUNT, lock=RECOUNT)
        await publish(session, ADMIN_TOPIC, TOPIC_ID)
    return found


async def find_recount(session: Session, *, voters: Collection[str] | None = None) -> RecountOut | None:
    """Return the progress of the unfinished recounts together; with voters, of those that concern them."""
    found = await repository.list_unfinished(session, voters)
    if not found:
        return None
    total = sum(one.total for one in found)
    running = any(one.lease_until is not None for one in found)
    return RecountOut(
        state=JobState.RUNNING if running else JobState.QUEUED,
        done=min(total, sum(one.done for one in found)),
        total=total,
        started_at=found[0].created_at,
    )


async def list_waiting(session: Session) -> frozenset[str]:
    """Return the voters of all unfinished recounts."""
    return frozenset(voter for one in await repository.list_unfinished(session) for voter in one.voters)


async def list_unfinished_recounts(session: Session, owner: str | None) -> Sequence[LongJob]:
    """List unfinished recounts as long jobs. They belong to nobody."""
    if owner is not None:
        return []
    return [_show_job(one) for one in await repository.list_unfinished(session)]


def _show_job(one: VoteRecount) -> LongJob:
    return LongJob(
        kind="recount",
        id=str(one.recount_id),
        owner=None,
        title="Leaderboards after votes were excluded or restored",
        state=JobState.QUEUED if one.lease_until is None else JobState.RUNNING,
        done=min(one.done, one.total),
        total=one.total,
        started_at=one.created_at.astimezone(UTC),
    )


async def claim(session: Session) -> Sequence[UUID]:
    """Claim all unfinished recounts; none while another process works on them."""
    await repository.lock_claims(session)
    return await repository.update_leases(session, LEASE)


async def renew(session: Session, *, recount_ids: Collection[UUID]) -> None:
    await repository.update_lease(session, recount_ids, LEASE)


async def release(session: Session, *, recount_ids: Collection[UUID]) -> None:
    """Let other processes continue."""
    await repository.update_lease(session, recount_ids, None)


async def change_some(session: Session, *, recount_id: UUID, rules: RatingRules) -> bool:
    """Exclude or restore some votes, and change the counts by them. Return whether there may be more.

    Votes, counts and boards change together, so the counts are right at any time and after a crash.
    """
    await vote_counts.lock(session)
    changed = await repository.update_some(session, await repository.get_voters(session, recount_id), AT_ONCE)
    if not changed:
        return False
    # After the votes, as when a voter signs up or deletes the account.
    await repository.update_done(session, recount_id, len(changed))
    # Votes that are not processed yet are counted, or not, when they are.
    known = [one for one in changed if one.processing_status == "processed"]
    gone = [as_counted(one.vote) for one in known if one.excluded and one.was_counted]
    back = [as_counted(one.vote) for one in known if not one.excluded and one.vote.counted]
    facets = await vote_counts.remove_votes(session, source=HUMAN, votes=gone)
    facets |= await vote_counts.add_votes(session, source=HUMAN, votes=back)
    await refits.refresh_boards(session, source=HUMAN, facets=facets, rules=rules)
    await publish(session, ADMIN_TOPIC, TOPIC_ID)
    return True


async def finish(session: Session, *, recount_ids: Sequence[UUID]) -> bool:
    """Finish recounts when the boards are right. Return false if more votes must be changed before."""
    voters = await repository.lock_voters(session, recount_ids)
    if (await repository.count_different(session, voters)).votes:
        return False
    await repository.update_finished(session, recount_ids)
    await publish(session, ADMIN_TOPIC, TOPIC_ID)
    return True
