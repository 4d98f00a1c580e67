"""Excludes voters from the boards, and restores them. No vote is deleted."""

from collections.abc import Collection
from dataclasses import dataclass

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service import audit
from llmbattler.core.db import Session
from llmbattler.core.live import ADMIN_TOPIC, publish

from ... import repository as battles
from ...recounts import service as recounts
from ...recounts.repository import DifferentVotes
from .. import repository

TOPIC_ID = "integrity"


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decides, and what the audit log says."""

    actor: Visitor | str
    subject: str

    @property
    def decided_by(self) -> str:
        return self.actor if isinstance(self.actor, str) else self.actor.owner


async def exclude(session: Session, *, voters: Collection[str], decision: Decision) -> None:
    """Exclude all votes of these voters, past and future. A recount applies it to their past votes."""
    await _lock(session, voters)
    fresh = await repository.add_exclusions(session, sorted(voters), decision.decided_by)
    if fresh:
        await _finish(session, decision, "voter.excluded", fresh, await recounts.request_recount(session, voters=fresh))


async def restore(session: Session, *, voters: Collection[str], decision: Decision) -> None:
    """Restore all votes of these voters to the state without an exclusion, in a recount."""
    await _lock(session, voters)
    gone = await repository.delete_exclusions(session, voters)
    # Also votes whose voter has deleted the account: they have a random voter id, which no exclusion names.
    found = await recounts.request_recount(session, voters=voters)
    if gone or found.votes:
        await _finish(session, decision, "voter.restored", sorted(voters), found)


async def exclude_moved_votes(session: Session) -> None:
    """Exclude votes that an excluded voter received later, such as those from before signing up."""
    waiting = await recounts.list_waiting(session)
    voters = [voter for voter in await repository.list_voters_with_counted_votes(session) if voter not in waiting]
    if voters:
        await recounts.request_recount(session, voters=voters)


async def _lock(session: Session, voters: Collection[str]) -> None:
    """Wait for the votes that these voters are casting: later ones know the decision."""
    for voter in sorted(voters):
        await battles.lock_owner(session, voter)


async def _finish(session: Session, decision: Decision, action: str, voters: list[str], found: DifferentVotes) -> None:
    excluded = action == "voter.excluded"
    await audit.record(
        session,
        actor=decision.actor,
        action=action,
        subject=decision.subject,
        before={"excluded": not excluded, "counted": found.counted if excluded else 0},
        after={
            "excluded": excluded,
            "counted": 0 if excluded else found.counted,
            "voters": voters,
            "votes": found.votes,
        },
    )
    await publish(session, ADMIN_TOPIC, TOPIC_ID)
