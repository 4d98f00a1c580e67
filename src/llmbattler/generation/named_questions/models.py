"""The table of named questions."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, now_column


class NamedQuestion(Base):
    """A question that a person sent to named contestants. Only its hash is stored."""

    __tablename__ = "named_questions"

    owner: Mapped[str] = mapped_column(primary_key=True)
    question_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    """Hash of the words only: an image that is uploaded again is another file."""
    asked_at: Mapped[datetime] = now_column()
    """The last time."""
