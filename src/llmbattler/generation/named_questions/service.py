"""Records which questions a person sent to contestants by name, and finds out whether they asked one.

Every way to ask a contestant by name records here: whoever sends the question of an open blind battle to a named
contestant may recognize its answer.
"""

from collections.abc import AsyncIterator, Iterable
from datetime import datetime, timedelta
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.ownership import OwnedData

from . import repository
from .question_hash import hash_question, words_of_hash

__all__ = ["NAMED_QUESTIONS", "delete_old_questions", "has_asked", "hash_question", "record_questions"]

KEPT = timedelta(days=31)
"""Longer than a blind battle can stay open."""


async def record_questions(session: Session, *, owner: str, questions: Iterable[str]) -> None:
    """Record that somebody sends these questions to contestants whose names they know."""
    await repository.add_questions(session, owner, {hash_question(one) for one in questions})


async def has_asked(session: Session, *, owner: str, question_hash: str, since: datetime) -> bool:
    """Return whether somebody sent this question, with whatever files, to a named contestant since then."""
    return await repository.find_question(session, owner, words_of_hash(question_hash), since)


async def delete_old_questions(session: Session) -> None:
    await repository.delete_old_questions(session, KEPT)


async def _export(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    for question in await repository.list_questions(session, owner):
        yield {
            "question_hash": question.question_hash,
            "asked_at": question.asked_at.isoformat(),
        }


NAMED_QUESTIONS = OwnedData("named_questions", _export, repository.delete_questions, repository.update_owner)
