"""Records named questions, and says whether somebody asked one.

Every way to ask a contestant by name records here: whoever sends the question of an open blind battle to a named
contestant may recognize its answer.
"""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.ownership import OwnedData

from . import repository
from .question_hash import hash_question, words_of_hash

__all__ = ["NAMED_QUESTIONS", "delete_old_questions", "has_asked", "hash_question", "record_question"]

KEPT = timedelta(days=31)
"""Longer than a blind battle can stay open."""


async def record_question(session: Session, *, owner: str, question: str, contestant_ids: Sequence[str]) -> None:
    """Record that somebody sends a question to contestants whose names they know."""
    await repository.add_questions(session, owner, hash_question(question), contestant_ids)


async def has_asked(session: Session, *, owner: str, question_hash: str, since: datetime) -> bool:
    """Return whether somebody sent this question, with whatever files, to a named contestant since then."""
    return await repository.find_question(session, owner, words_of_hash(question_hash), since)


async def delete_old_questions(session: Session) -> None:
    await repository.delete_old_questions(session, KEPT)


async def _export(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    for question in await repository.list_questions(session, owner):
        yield {
            "question_hash": question.question_hash,
            "contestant_id": question.contestant_id,
            "asked_at": question.asked_at.isoformat(),
        }


NAMED_QUESTIONS = OwnedData("named_questions", _export, repository.delete_questions, repository.update_owner)
