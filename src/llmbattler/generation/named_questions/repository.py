"""Queries of named questions."""

from collections.abc import Collection, Sequence
from datetime import timedelta

from sqlalchemy import String, delete, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, insert

from llmbattler.core.db import Session

from .models import NamedQuestion

HAS_ASKED = """EXISTS (
    SELECT 1 FROM named_questions
    WHERE owner = %(asker)s AND question_hash = ANY (%(questions)s) AND asked_at > %(asked_since)s)"""
"""A condition for statements of other slices."""
_KEY = [NamedQuestion.owner, NamedQuestion.question_hash]


async def add_questions(session: Session, owner: str, question_hashes: Collection[str]) -> None:
    """Add questions, or renew their time. In one order, so that two writers never wait for each other."""
    hashes = func.unnest(literal(sorted(set(question_hashes)), ARRAY(String)))
    added = insert(NamedQuestion).from_select(["owner", "question_hash"], select(literal(owner), hashes))
    again = {"asked_at": func.now()}
    await session.execute(added.on_conflict_do_update(index_elements=_KEY, set_=again))


async def list_questions(session: Session, owner: str) -> Sequence[NamedQuestion]:
    query = select(NamedQuestion).where(NamedQuestion.owner == owner).order_by(NamedQuestion.asked_at, *_KEY)
    return (await session.execute(query)).scalars().all()


async def delete_questions(session: Session, owner: str) -> None:
    await session.execute(delete(NamedQuestion).where(NamedQuestion.owner == owner))


async def delete_old_questions(session: Session, older: timedelta) -> None:
    await session.execute(delete(NamedQuestion).where(NamedQuestion.asked_at < func.now() - older))


async def update_owner(session: Session, source: str, target: str) -> None:
    """Move all questions to another owner. Where both asked the same, the later time stays."""
    moved = select(literal(target), NamedQuestion.question_hash, NamedQuestion.asked_at).where(
        NamedQuestion.owner == source
    )
    added = insert(NamedQuestion).from_select(["owner", "question_hash", "asked_at"], moved)
    later = {"asked_at": func.greatest(NamedQuestion.asked_at, added.excluded.asked_at)}
    await session.execute(added.on_conflict_do_update(index_elements=_KEY, set_=later))
    await delete_questions(session, source)
