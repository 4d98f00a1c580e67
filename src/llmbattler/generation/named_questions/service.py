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
from .repository import HAS_ASKED

__all__ = ["HAS_ASKED", "NAMED_QUESTIONS", "delete_old_questions", "hash_question", "record_questions", "write_asked"]

KEPT = timedelta(days=31)
"""Longer than a blind battle can stay open."""


async def record_questions(session: Session, *, owner: str, questions: Iterable[str]) -> None:
    """Record that somebody sends these questions to contestants whose names they know."""
    await repository.add_questions(session, owner, {hash_question(one) for one in questions})


def write_asked(*, owner: str, question_hashes: Iterable[str], since: datetime) -> dict[str, Any]:
    """Return the parameters of `HAS_ASKED`: whether somebody sent one of these questions, with whatever files, to a
    named contestant since then.
    """
    return {"asker": owner, "questions": [words_of_hash(one) for one in question_hashes], "asked_since": since}


async def delete_old_questions(session: Session) -> None:
    await repository.delete_old_questions(session, KEPT)


async def _export(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    for question in await repository.list_questions(session, owner):
        yield {
            "question_hash": question.question_hash,
            "asked_at": question.asked_at.isoformat(),
        }


NAMED_QUESTIONS = OwnedData("named_questions", _export, repository.delete_questions, repository.update_owner)
