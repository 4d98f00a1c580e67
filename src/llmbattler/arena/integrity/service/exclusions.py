"""Excludes voters from the boards, and restores them. No vote is deleted."""

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
    """Who decides, what the audit log says, and with which rules the boards are fitted again."""

    actor: Visitor | str
    subject: str
    rules: RatingRules

    @property
    def decided_by(self) -> str:
        return self.actor if isinstance(self.actor, str) else self.actor.owner


async def exclude(session: Session, *, voters: Collection[str], decision: Decision) -> None:
    """Exclude all votes of these voters, past and future."""
    await _lock(session, voters)
    fresh = await repository.add_exclusions(session, sorted(voters), decision.decided_by)
    if not fresh:
        return
    votes, counted = await repository.update_excluded_votes(session, fresh)
    await _finish(session, decision, "voter.excluded", fresh, votes, counted)


async def restore(session: Session, *, voters: Collection[str], decision: Decision) -> None:
    """Restore all votes of these voters to the state without an exclusion."""
    await _lock(session, voters)
    gone = await repository.delete_exclusions(session, voters)
    # Also votes whose voter has deleted the account: they have a random voter id, which no exclusion names.
    votes, counted = await repository.update_restored_votes(session, voters)
    if gone or votes:
        await _finish(session, decision, "voter.restored", sorted(voters), votes, counted)


async def exclude_moved_votes(session: Session, *, rules: RatingRules) -> None:
    """Exclude votes that an excluded voter received later, such as those from before signing up."""
    if not await repository.list_voters_with_counted_votes(session):
        return
    await vote_counts.lock(session)
    # Read again under the lock: a moderator may have restored somebody meanwhile.
    voters = await repository.list_voters_with_counted_votes(session)
    await _lock(session, voters)
    _, counted = await repository.update_excluded_votes(session, voters)
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
    """Do what `llmbattler ratings recompute` does, in this transaction."""
    await boards.recount(session, rules=rules)
    await judging.recount(session, rules=rules)
    await boards.write_styled(session, boards=await boards.fit_styled(session), rules=rules)
