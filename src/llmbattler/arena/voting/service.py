"""Casts a vote and reveals the models."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.live import Changed, publish_all
from llmbattler.core.settings import Profile
from llmbattler.generation.contestants.service import describe
from llmbattler.generation.named_questions.service import has_asked
from llmbattler.ratings.service import RatingRules, reveals

from .. import repository as battles
from ..conversation import latest, read_entries
from ..errors import BattleClosed, BattleNotFound, StillAnswering
from ..models import Battle, Flag, Mode, Status, Vote, VoteMode, VoteWord
from ..service.suggestions import SUGGESTED_HASHES
from ..service.views import show_details, show_sides
from ..topics import VOTED, battle_topic
from . import repository
from .errors import AlreadyVoted, NotDirect
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


async def cast_vote(session: Session, *, voter: Voter, battle_id: UUID, wanted: VoteIn) -> VoteOut:
    """Store the vote and reveal the models. Repeating a vote returns the same result; a different vote is refused."""
    found = await battles.lock_battle_for_vote(session, battle_id, voter.account_id)
    if found is None:
        raise BattleNotFound
    battle, now = found
    if battle.mode == Mode.DIRECT:
        raise NotDirect
    # An open battle has no vote: the vote and the status change together, under the lock.
    stored = None if battle.status == Status.OPEN else await battles.get_vote(session, battle_id)
    if stored is not None:
        out = await _reveal(session, battle, stored)
        if stored.vote != wanted.vote:
            raise AlreadyVoted(facts=out.model_dump(mode="json"))
        return out
    if battle.status == Status.GENERATING:
        raise StillAnswering
    if battle.status != Status.OPEN or battle.right_model_id is None or not battle.turns:
        raise BattleClosed(_EXPIRED if battle.status == Status.EXPIRED else _INCOMPLETE)
    # Excluding a voter takes the same lock, so that no vote is missed.
    await battles.lock_owner(session, voter.account_id)
    mode = VoteMode.USAGE if Flag.SEEN_BEFORE in battle.flags else VoteMode(battle.mode)
    flags = await _find_flags(session, voter, battle, mode, now)
    excluded = Flag.EXCLUDED in flags
    vote = Vote(
        battle_id=battle_id,
        session_id=battle.session_id,
        voter=voter.account_id,
        vote=wanted.vote,
        reasons=list(dict.fromkeys(wanted.reasons)),
        comment=(wanted.comment or "").strip() or None,
        left_model_id=battle.left_model_id,
        right_model_id=battle.right_model_id,
        mode=mode,
        categories=battle.categories,
        language=battle.language,
        turns=battle.turns,
        counted=counts(flags, voter.profile),
        flags=sorted(flags),
        would_count=counts(flags - {Flag.EXCLUDED}, voter.profile) if excluded else None,
        address=voter.address,
        network=voter.network,
        prompt_hash=battle.prompt_hash,
    )
    if mode is VoteMode.BATTLE:
        vote.shown = await _rate(session, battle.left_model_id, battle.right_model_id, wanted.vote, voter.rules)
    repository.add_vote(session, vote)
    battle.status = Status.VOTED
    battle.updated_at = now
    await session.flush()
    await publish_all(session, Changed(battle_topic(battle_id), str(battle_id)), Changed(VOTED, ""))
    return await _reveal(session, battle, vote)


async def _rate(
    session: Session, left: str, right: str, word: VoteWord, rules: RatingRules
) -> dict[str, dict[str, int | None]]:
    """Return the ratings shown with the reveal. Votes that do not count get the same: voters must not learn that."""
    found = await reveals.reveal(session, left=left, right=right, outcome=OUTCOMES[word], rules=rules)
    return {} if found is None else {"left": found[0].model_dump(), "right": found[1].model_dump()}


async def _find_flags(session: Session, voter: Voter, battle: Battle, mode: VoteMode, now: datetime) -> frozenset[Flag]:
    flags: set[Flag] = set()
    if mode is VoteMode.BATTLE:
        flags = await _find_blind_flags(session, voter, battle, now)
    elif mode is VoteMode.USAGE:
        flags = await _find_usage_flags(session, voter, battle)
    if await repository.find_exclusion(session, voter.account_id):
        flags.add(Flag.EXCLUDED)
    cap = DAILY_CAP[voter.profile]
    if cap is not None and voter.address is not None:
        await battles.lock_owner(session, voter.address)
        if await repository.count_votes_today(session, voter.address) >= cap:
            flags.add(Flag.OVER_CAP)
    return frozenset(flags)


async def _find_blind_flags(session: Session, voter: Voter, battle: Battle, now: datetime) -> set[Flag]:
    """Find what matters where the names were hidden."""
    flags = {Flag(flag) for flag in battle.flags}
    if _is_too_fast(battle, now):
        flags.add(Flag.TOO_FAST)
    prompt, owner = battle.prompt_hash, voter.account_id
    if prompt not in SUGGESTED_HASHES and await repository.find_blind_vote(session, owner, prompt):
        flags.add(Flag.REUSED_PROMPT)
    if await has_asked(session, owner=owner, question_hash=prompt, since=battle.created_at - NAMED_WITHIN):
        flags.add(Flag.NAMED_BEFORE)
    if voter.looked_at is not None and voter.looked_at > battle.created_at:
        flags.add(Flag.INSIDER)
    return flags


async def _find_usage_flags(session: Session, voter: Voter, battle: Battle) -> set[Flag]:
    """Find what matters where the voter had seen an answer: they may vote at once, and often know the models."""
    flags = {Flag(flag) for flag in battle.flags}
    if await repository.find_usage_vote(session, voter.account_id, battle):
        flags.add(Flag.REUSED_PROMPT)
    return flags


def _is_too_fast(battle: Battle, now: datetime) -> bool:
    if battle.completed_at is None:
        return True
    since = (now - battle.completed_at).total_seconds()
    # Only the last turn: earlier turns were read before it was asked.
    streamed = battle.pace[-1][-1][0] / 1000 if battle.pace and battle.pace[-1] else 0.0
    answers = [entry for entry in latest(read_entries(battle.conversation)) if entry.role == "assistant"]
    characters = sum(len(one.content) for one in answers if one.turn == answers[-1].turn)
    return is_too_fast(since_done=since, streamed=streamed, characters=characters)


async def _reveal(session: Session, battle: Battle, vote: Vote) -> VoteOut:
    sides = [side for side in (battle.left_model_id, battle.right_model_id) if side]
    contestants = await describe(session, ids=sides)
    # Turns after the vote do not change this response.
    entries = [entry for entry in read_entries(battle.conversation) if entry.turn <= vote.turns]
    return VoteOut(
        battle_id=battle.battle_id,
        vote=VoteWord(vote.vote),
        revealed_models=show_sides(battle, contestants),
        details=show_details(battle, entries, contestants, vote),
    )
