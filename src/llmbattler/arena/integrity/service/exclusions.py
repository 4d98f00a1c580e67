"""Taking voters off the boards, and putting them back. No vote is deleted."""

from collections.abc import Collection
from dataclasses import dataclass

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service import audit
from llmbattler.core.db import Session
from llmbattler.core.live import ADMIN_TOPIC, publish
from llmbattler.ratings.service import RatingRules, vote_counts

from ... import repository as battles
from ...judges import service as judging
from ...vote_counts.service import counts as boards
from .. import repository

TOPIC_ID = "integrity"


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decides, what is written to the audit log, and how the boards are fitted anew."""

    actor: Visitor | str
    subject: str
    rules: RatingRules

    @property
    def decided_by(self) -> str:
        return self.actor if isinstance(self.actor, str) else self.actor.owner


async def exclude(session: Session, *, voters: Collection[str], decision: Decision) -> None:
    """Nothing that these voters say counts from now on, nor what they said before."""
    await _lock(session, voters)
    fresh = await repository.add_exclusions(session, sorted(voters), decision.decided_by)
    if not fresh:
        return
    votes, counted = await repository.exclude_votes(session, fresh)
    await _finish(session, decision, "voter.excluded", fresh, votes, counted)


async def restore(session: Session, *, voters: Collection[str], decision: Decision) -> None:
    """Every vote counts as it would if its voter had never been excluded."""
    await _lock(session, voters)
    gone = await repository.delete_exclusions(session, voters)
    # Also votes whose voter left the site since: they stand under another name, and nobody excludes that.
    votes, counted = await repository.restore_votes(session, voters)
    if gone or votes:
        await _finish(session, decision, "voter.restored", sorted(voters), votes, counted)


async def settle(session: Session, *, rules: RatingRules) -> None:
    """Take out votes that an excluded voter got from elsewhere, as from the visitor they were before signing up."""
    if not await repository.list_unsettled(session):
        return
    await vote_counts.lock(session)
    # Looked at again under the lock: a moderator may have restored somebody while this waited for it.
    voters = await repository.list_unsettled(session)
    await _lock(session, voters)
    _, counted = await repository.exclude_votes(session, voters)
    if counted:
        await _recount(session, rules)


async def _lock(session: Session, voters: Collection[str]) -> None:
    await vote_counts.lock(session)
    for voter in sorted(voters):
        await battles.lock_owner(session, voter)


async def _finish(
    session: Session, decision: Decision, action: str, voters: list[str], votes: int, counted: int
) -> None:
    if counted:
        await _recount(session, decision.rules)
    excluded = action == "voter.excluded"
    await audit.record(
        session,
        actor=decision.actor,
        action=action,
        subject=decision.subject,
        before={"excluded": not excluded, "counted": counted if excluded else 0},
        after={"excluded": excluded, "counted": 0 if excluded else counted, "voters": voters, "votes": votes},
    )
    await publish(session, ADMIN_TOPIC, TOPIC_ID)


async def _recount(session: Session, rules: RatingRules) -> None:
    """What `llmbattler ratings recompute` does, in the transaction of the change."""
    await boards.recount(session, rules=rules)
    await judging.recount(session, rules=rules)
    await boards.write_styled(session, boards=await boards.fit_styled(session), rules=rules)
