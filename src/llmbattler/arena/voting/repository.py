"""The queries of a vote."""

from datetime import timedelta

from sqlalchemy import exists, func, select

from llmbattler.core.db import Session

from ..models import Battle, Exclusion, Mode, Vote
from ..prompt_hash import WITH_FILES


def add_vote(session: Session, vote: Vote) -> None:
    session.add(vote)


async def find_exclusion(session: Session, voter: str) -> bool:
    return (await session.execute(select(exists().where(Exclusion.voter == voter)))).scalar_one()


async def count_votes_today(session: Session, address: str) -> int:
    today = func.date_trunc("day", func.now(), "UTC")
    query = select(func.count()).where(Vote.address == address, Vote.created_at >= today, Vote.counted)
    return (await session.execute(query)).scalar_one()


async def find_prompt(session: Session, *, owner: str, prompt_hash: str, within: timedelta) -> tuple[bool, bool]:
    """Return whether this person has voted on this prompt before, and whether they sent it to a named model lately."""
    voted = exists().where(Vote.voter == owner, Vote.prompt_hash == prompt_hash, Vote.mode == Mode.BATTLE)
    words = prompt_hash.partition(WITH_FILES)[0]
    named = exists().where(
        Battle.owner == owner,
        Battle.mode != Mode.BATTLE,
        # By the text alone: the same picture uploaded again is another file. "g" sorts after every hex digit.
        Battle.prompt_hash.between(words, f"{words}{WITH_FILES}g"),
        Battle.created_at > func.now() - within,
    )
    row = (await session.execute(select(voted, named))).one()
    return row[0], row[1]
