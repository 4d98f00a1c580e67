"""Casts a vote and reveals the models."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from llmbattler.accounts.errors import Blocked
from llmbattler.catalog.service import ModelLabel
from llmbattler.core.db import Session
from llmbattler.core.ids import uuid7
from llmbattler.core.live import Changed
from llmbattler.core.settings import Profile
from llmbattler.generation.contestants.service import describe
from llmbattler.ratings.service import RatingRules, reveals

from .. import repository as battles
from ..conversation import latest
from ..errors import BattleClosed, BattleNotFound, StillAnswering
from ..models import Flag, Mode, Status, VoteMode, VoteWord
from ..service.suggestions import SUGGESTED_HASHES
from ..service.views import show_details, show_sides
from ..topics import VOTED, battle_topic
from . import repository
from .errors import AlreadyVoted, NotDirect
from .repository import LockedBattle, NewVote, VoterFacts
from .rules import DAILY_CAP, OUTCOMES, counts, is_too_fast
from .schemas import VoteIn, VoteOut

NAMED_WITHIN = timedelta(hours=24)
"""How long before a battle a named model may not have been asked the same question."""
_EXPIRED = "This battle was open for a month without a vote. Start a new battle."
_INCOMPLETE = "Only a battle with two complete answers can be voted on."


@dataclass(frozen=True, slots=True)
class Voter:
    """Who votes, with a keyed hash of the address."""

    account_id: str
    address: str | None
    profile: Profile
    rules: RatingRules = field(default_factory=RatingRules)
    network: str | None = None
    """A keyed hash of the wider network."""
    looked_at: datetime | None = None
    """When the voter last saw the figures of the admin area."""

    @property
    def limited_address(self) -> str | None:
        """The address, where its votes of a day are limited."""
        return None if DAILY_CAP[self.profile] is None else self.address


async def cast_vote(session: Session, *, voter: Voter, battle_id: UUID, wanted: VoteIn) -> VoteOut:
    """Store the vote and reveal the models. Repeating a vote returns the same result; a different vote is refused."""
    locked = await repository.lock_battle(session, battle_id, voter.account_id, voter.limited_address)
    if locked.blocked:
        raise Blocked
    battle = locked.battle
    if battle is None:
        raise BattleNotFound
    if battle.mode == Mode.DIRECT:
        raise NotDirect
    # An open battle has no vote: the vote and the status change together, under the lock.
    stored = None if battle.status == Status.OPEN else await battles.get_vote(session, battle_id)
    if stored is None:
        return await _add_vote(session, voter, battle, wanted)
    out = await _reveal(session, battle, VoteWord(stored.vote), stored.turns, stored.shown)
    if stored.vote != wanted.vote:
        raise AlreadyVoted(facts=out.model_dump(mode="json"))
    return out


async def _add_vote(session: Session, voter: Voter, battle: LockedBattle, wanted: VoteIn) -> VoteOut:
    _check_open(battle)
    mode = VoteMode.USAGE if Flag.SEEN_BEFORE in battle.flags else VoteMode(battle.mode)
    facts = await repository.find_voter_facts(
        session,
        voter.account_id,
        battle,
        mode,
        asked_since=battle.created_at - NAMED_WITHIN,
        address=voter.limited_address,
    )
    flags = _find_flags(voter, battle, mode, facts)
    excluded = Flag.EXCLUDED in flags
    shown = _rate(battle, facts, wanted.vote, voter.rules) if mode is VoteMode.BATTLE else {}
    vote = NewVote(
        vote_id=uuid7(),
        battle=battle.battle_id,
        voter=voter.account_id,
        vote=wanted.vote.value,
        reasons=list(dict.fromkeys(wanted.reasons)),
        comment=(wanted.comment or "").strip() or None,
        mode=mode.value,
        counted=counts(flags, voter.profile),
        flags=sorted(flag.value for flag in flags),
        would_count=counts(flags - {Flag.EXCLUDED}, voter.profile) if excluded else None,
        address=voter.address,
        network=voter.network,
        shown=shown,
    )
    changed = Changed(battle_topic(battle.battle_id), str(battle.battle_id))
    await repository.add_vote(session, vote, changed, Changed(VOTED, ""))
    return await _reveal(session, battle, wanted.vote, battle.turns, shown, facts.labels)


def _check_open(battle: LockedBattle) -> None:
    if battle.status == Status.GENERATING:
        raise StillAnswering
    if battle.status != Status.OPEN or battle.right_model_id is None or not battle.turns:
        raise BattleClosed(_EXPIRED if battle.status == Status.EXPIRED else _INCOMPLETE)


def _rate(battle: LockedBattle, facts: VoterFacts, word: VoteWord, rules: RatingRules) -> dict[str, dict[str, Any]]:
    """Return the ratings shown with the reveal. Votes that do not count get the same: voters must not learn that."""
    left, right = battle.left_model_id, battle.right_model_id or ""
    found = reveals.reveal(facts.revealed, left=left, right=right, outcome=OUTCOMES[word], rules=rules)
    return {} if found is None else {"left": found[0].model_dump(), "right": found[1].model_dump()}


def _find_flags(voter: Voter, battle: LockedBattle, mode: VoteMode, facts: VoterFacts) -> frozenset[Flag]:
    flags: set[Flag] = set()
    if mode is VoteMode.BATTLE:
        flags = _find_blind_flags(voter, battle, facts)
    elif mode is VoteMode.USAGE:
        flags = _find_usage_flags(battle, facts)
    if facts.excluded:
        flags.add(Flag.EXCLUDED)
    cap = DAILY_CAP[voter.profile]
    if cap is not None and facts.votes_today >= cap:
        flags.add(Flag.OVER_CAP)
    return frozenset(flags)


def _find_blind_flags(voter: Voter, battle: LockedBattle, facts: VoterFacts) -> set[Flag]:
    """Find what matters where the names were hidden."""
    flags = {Flag(flag) for flag in battle.flags}
    if _is_too_fast(battle):
        flags.add(Flag.TOO_FAST)
    if battle.prompt_hash not in SUGGESTED_HASHES and facts.voted_before:
        flags.add(Flag.REUSED_PROMPT)
    if facts.asked_by_name:
        flags.add(Flag.NAMED_BEFORE)
    if voter.looked_at is not None and voter.looked_at > battle.created_at:
        flags.add(Flag.INSIDER)
    return flags


def _find_usage_flags(battle: LockedBattle, facts: VoterFacts) -> set[Flag]:
    """Find what matters where the voter had seen an answer: they may vote at once, and often know the models."""
    flags = {Flag(flag) for flag in battle.flags}
    if facts.voted_before:
        flags.add(Flag.REUSED_PROMPT)
    return flags


def _is_too_fast(battle: LockedBattle) -> bool:
    if battle.completed_at is None:
        return True
    since = (battle.now - battle.completed_at).total_seconds()
    # Only the last turn: earlier turns were read before it was asked.
    answers = [entry for entry in latest(battle.entries) if entry.role == "assistant"]
    characters = sum(len(one.content) for one in answers if one.turn == answers[-1].turn)
    return is_too_fast(since_done=since, streamed=battle.streamed_ms / 1000, characters=characters)


async def _reveal(
    session: Session,
    battle: LockedBattle,
    word: VoteWord,
    turns: int,
    ratings: Mapping[str, Mapping[str, Any]],
    labels: Sequence[ModelLabel] = (),
) -> VoteOut:
    sides = [side for side in (battle.left_model_id, battle.right_model_id) if side]
    contestants = await describe(session, ids=sides, labels=labels)
    # Turns after the vote do not change this response.
    entries = [entry for entry in battle.entries if entry.turn <= turns]
    return VoteOut(
        battle_id=battle.battle_id,
        vote=word,
        revealed_models=show_sides(battle, contestants),
        details=show_details(battle, entries, contestants, ratings),
    )
