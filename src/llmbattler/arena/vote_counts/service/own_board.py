"""The leaderboard of one person's votes, which can be reset."""

import asyncio

from llmbattler.core.db import Session
from llmbattler.generation.contestants.service import describe
from llmbattler.ratings.service import RatingRules
from llmbattler.ratings.service.private import fit_rows

from ...models import VoteWord
from ...schemas import MyBoardMetadata, MyLeaderboardOut
from ...voting.rules import OUTCOMES
from .. import repository


async def get_my_board(session: Session, *, owner: str) -> MyLeaderboardOut:
    reset = await repository.get_reset(session, owner)
    since = reset.reset_at if reset else None
    votes = await repository.count_by_voter(session, owner, since)
    contestants = await describe(session, ids=[side for left, right, *_ in votes for side in (left, right)])
    counted = [(left, right, OUTCOMES[VoteWord(word)], number) for left, right, word, number in votes]
    rows = await asyncio.to_thread(fit_rows, counted, contestants, RatingRules(min_votes=1))
    return MyLeaderboardOut(
        leaderboard=rows,
        metadata=MyBoardMetadata(total_votes=sum(number for *_, number in votes), since=since),
    )


async def reset_my_board(session: Session, *, owner: str) -> MyLeaderboardOut:
    """Count only votes from now on. The boards of the site do not change."""
    await repository.add_reset(session, owner)
    return await get_my_board(session, owner=owner)


async def undo_reset(session: Session, *, owner: str) -> MyLeaderboardOut:
    """Undo the last reset."""
    await repository.update_reset_to_previous(session, owner)
    return await get_my_board(session, owner=owner)
