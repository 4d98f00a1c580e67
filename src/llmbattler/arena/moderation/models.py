"""The tables of moderation, and the words stored in them."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import Index, String, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, now_column, refers_to
from llmbattler.core.ids import uuid7


class Where(StrEnum):
    PROMPT = "prompt"
    LEFT = "left"
    RIGHT = "right"
    BATTLE = "battle"
    """All of it: what a report is about."""


class FlagSource(StrEnum):
    WORD_LIST = "word_list"
    MODEL = "model"
    REPORT = "report"


class FlagStatus(StrEnum):
    OPEN = "open"
    KEPT = "kept"
    HIDDEN = "hidden"


class Category(StrEnum):
    HARASSMENT = "harassment"
    HATE = "hate"
    VIOLENCE = "violence"
    SEXUAL = "sexual"
    SELF_HARM = "self_harm"
    CRIME = "crime"
    SPAM = "spam"
    OTHER = "other"


class WordAction(StrEnum):
    FLAG = "flag"
    """A moderator sees it; nobody else notices."""
    REFUSE = "refuse"
    """A prompt with it is not taken. In an answer it is flagged."""


class Flagged(Base):
    """Something that a moderator should look at. The battle is hidden from the public while one of its flags is."""

    __tablename__ = "flagged"
    __table_args__ = (
        Index(None, "battle_id", "entry_id", "source", "category", unique=True),
        Index(None, "status", "flag_id"),
    )

    flag_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    battle_id: Mapped[UUID] = refers_to("battles.battle_id")
    where: Mapped[str] = mapped_column(String(20))
    entry_id: Mapped[str] = mapped_column(server_default=text("''"))
    """Of the message in its conversation; empty for a report."""
    source: Mapped[str] = mapped_column(String(20))
    category: Mapped[str] = mapped_column(String(40))
    excerpt: Mapped[str]
    """A few words around it, or what the reporter wrote; personal data is masked."""
    times: Mapped[int] = mapped_column(server_default=text("1"))
    """How often it was reported."""
    status: Mapped[str] = mapped_column(String(20), server_default=text("'open'"))
    decided_by: Mapped[str | None]
    decided_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = now_column()


class ListedWord(Base):
    """A word or phrase that is looked for."""

    __tablename__ = "moderation_words"

    word_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    phrase: Mapped[str]
    """As it was written."""
    key: Mapped[str] = mapped_column(unique=True)
    """As it is compared."""
    category: Mapped[str] = mapped_column(String(40))
    action: Mapped[str] = mapped_column(String(20))
    created_at: Mapped[datetime] = now_column()


class Unread(Base):
    """A turn that nobody has looked at yet. Rows are only added and deleted, so a turn never waits for the look."""

    __tablename__ = "moderation_unread"

    unread_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    battle_id: Mapped[UUID] = refers_to("battles.battle_id")
    turn: Mapped[int]
