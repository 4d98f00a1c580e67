"""The queries of a vote."""

from sqlalchemy import exists, func, select

from llmbattler.core.db import Session

from ..models import Battle, Exclusion, Vote, VoteMode


def add_vote(session: Session, vote: Vote) -> None:
    session.add(vote)


async def find_exclusion(session: Session, voter: str) -> bool:
    return (await session.execute(select(exists().where(Exclusion.voter == voter)))).scalar_one()


async def count_votes_today(session: Session, address: str) -> int:
    today = func.date_trunc("day", func.now(), "UTC")
    query = select(func.count()).where(Vote.address == address, Vote.created_at >= today, Vote.counted)
    return (await session.execute(query)).scalar_one()


async def find_blind_vote(session: Session, voter: str, prompt_hash: str) -> bool:
    """Return whether this person has cast a blind vote on this prompt."""
    found = exists().where(Vote.voter == voter, Vote.prompt_hash == prompt_hash, Vote.mode == VoteMode.BATTLE)
    return (await session.execute(select(found))).scalar_one()


async def find_usage_vote(session: Session, voter: str, battle: Battle) -> bool:
    """Return whether this person has compared the same two contestants on the same prompt."""
    pair = (battle.left_model_id, battle.right_model_id)
    found = exists().where(
        Vote.voter == voter,
        Vote.prompt_hash == battle.prompt_hash,
        Vote.mode == VoteMode.USAGE,
        Vote.left_model_id.in_(pair),
        Vote.right_model_id.in_(pair),
    )
    return (await session.execute(select(found))).scalar_one()
