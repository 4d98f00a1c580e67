"""Whether somebody sent a question to a named contestant, as a vote finds out."""

from datetime import datetime

from llmbattler.core.db import Session, run_statement
from llmbattler.generation.named_questions.service import HAS_ASKED, write_asked


async def has_asked(session: Session, *, owner: str, question_hash: str, since: datetime) -> bool:
    asked = write_asked(owner=owner, question_hashes=[question_hash], since=since)
    return bool((await run_statement(session, f"SELECT {HAS_ASKED}", asked))[0][0])
