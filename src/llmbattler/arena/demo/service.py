"""Fills an empty site with demo data, through the same tables and the same counting as real votes."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any

from llmbattler.accounts.service import visitors
from llmbattler.core import clock
from llmbattler.core.db import Session
from llmbattler.generation.named_questions.service import hash_question
from llmbattler.ratings.service import BoardKind, BoardName, RatingRules, backfill
from llmbattler.ratings.service.backfill import PastVote

from ..conversation import make_title, write_entry
from ..models import Flag, Mode, VoteWord
from ..vote_counts.service import counts
from ..voting.rules import OUTCOMES
from . import repository
from .battles import DAYS, DemoBattle, generate_battles

SEED = 20_261
BATTLES = 3_800
FEWEST_VOTES = 60
"""The history begins on the first day with this many votes so far."""
Progress = Callable[[str, float], None]
"""Called with the current step and the share of the work that is done."""


@dataclass(frozen=True, slots=True)
class FillReport:
    battles: int
    votes: int
    people: int


async def is_filled(session: Session) -> bool:
    return await repository.find_any_battle(session)


async def fill(
    session: Session,
    *,
    rules: RatingRules,
    battles: int = BATTLES,
    until: datetime | None = None,
    seed: int = SEED,
    progress: Progress = lambda _what, _share: None,
) -> FillReport:
    """Add battles and votes, count them, and fit the boards and their history. One unit of work."""
    progress("Generating people and battles", 0)
    now = until or clock.now()
    generated = await asyncio.to_thread(lambda: list(generate_battles(battles=battles, until=now, seed=seed)))
    progress("Writing battles", 0.2)
    people = sorted({one.owner for one in generated})
    for owner in people:
        await visitors.admit_visitor(session, account_id=owner)
    await repository.add_sessions(session, _sessions(generated))
    await repository.add_battles(session, [_battle(one) for one in generated])
    progress("Writing votes", 0.45)
    voted = [one for one in generated if one.vote is not None]
    await repository.add_votes(session, [_vote(one) for one in voted])
    await repository.add_shares(session, [_share(one) for one in generated if one.share_token])
    progress("Counting votes and fitting boards", 0.55)
    await counts.recount(session, rules=rules)
    await counts.write_styled(session, boards=await counts.fit_styled(session), rules=rules)
    await _store_history(session, voted, now, rules, progress)
    return FillReport(len(generated), len(voted), len(people))


def _sessions(battles: Sequence[DemoBattle]) -> list[dict[str, Any]]:
    last = {one.session_id: one.voted_at for one in battles}
    return [
        {
            "session_id": one.session_id,
            "owner": one.owner,
            "title": make_title(one.prompt),
            "created_at": one.created_at,
            "last_active_at": last[one.session_id],
        }
        for one in battles
        if one.starts_session
    ]


def _battle(one: DemoBattle) -> dict[str, Any]:
    left, right = one.models
    return {
        "battle_id": one.battle_id,
        "session_id": one.session_id,
        "owner": one.owner,
        "mode": one.mode,
        "left_model_id": left,
        "right_model_id": right,
        "status": one.status,
        "void_reason": one.void_reason,
        "conversation": [write_entry(entry) for entry in one.entries],
        "categories": list(one.categories),
        "language": one.language,
        "prompt_hash": hash_question(one.prompt),
        "turns": one.turns,
        "pace": one.pace,
        "sampling_probability": one.probability,
        "completed_at": one.completed_at if one.turns else None,
        "created_at": one.created_at,
        "updated_at": one.voted_at,
    }


def _vote(one: DemoBattle) -> dict[str, Any]:
    left, right = one.models
    return {
        "vote_id": one.vote_id,
        "battle_id": one.battle_id,
        "session_id": one.session_id,
        "voter": one.owner,
        "vote": one.vote,
        "reasons": list(one.reasons),
        "comment": one.comment,
        "left_model_id": left,
        "right_model_id": right,
        "mode": one.mode,
        "categories": list(one.categories),
        "language": one.language,
        "turns": one.turns,
        "counted": True,
        "flags": [Flag.TOO_FAST] if one.too_fast else [],
        "prompt_hash": hash_question(one.prompt),
        "created_at": one.voted_at,
    }


def _share(one: DemoBattle) -> dict[str, Any]:
    return {"token": one.share_token, "battle_id": one.battle_id, "created_at": one.voted_at}


async def _store_history(
    session: Session, voted: Sequence[DemoBattle], now: datetime, rules: RatingRules, progress: Progress
) -> None:
    """Store the boards as they were at the end of each day."""
    days = [now.date() - timedelta(days=back) for back in range(DAYS, 0, -1)]
    blind = [one for one in voted if one.mode is Mode.BATTLE]
    moments = [datetime.combine(day, time(23, 59), UTC) for day in days]
    moments = [moment for moment in moments if sum(one.voted_at <= moment for one in blind) >= FEWEST_VOTES]
    categories = sorted({category for one in blind for category in one.categories})
    boards = [BoardName(BoardKind.OVERALL), *(BoardName(BoardKind.CATEGORY, category) for category in categories)]
    for number, board in enumerate(boards):
        progress("Fitting the history of the boards", 0.7 + 0.3 * number / len(boards))
        chosen = [one for one in blind if board.which is None or board.which in one.categories]
        await backfill.add_past_snapshots(session, board=board, votes=list(_past(chosen)), at=moments, rules=rules)
    progress("Done", 1)


def _past(voted: Sequence[DemoBattle]) -> Iterator[PastVote]:
    for one in sorted(voted, key=lambda one: (one.voted_at, one.vote_id)):
        yield PastVote(one.voted_at, *one.models, OUTCOMES[VoteWord(one.vote or "")])
