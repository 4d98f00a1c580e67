"""The table of named questions."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, now_column


class NamedQuestion(Base):
    """A person sent a question to contestants whose names they knew. Only a hash of the question is kept."""

    __tablename__ = "named_questions"

    owner: Mapped[str] = mapped_column(primary_key=True)
    question_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    """Of the words alone: the same picture, uploaded again, is another file."""
    asked_at: Mapped[datetime] = now_column()
    """The last time."""
