"""The tables of moderation, and the enums stored in them."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import ColumnElement, Index, String, Uuid, exists, text
from sqlalchemy.orm import InstrumentedAttribute, Mapped, mapped_column

from llmbattler.core.db import Base, now_column, refers_to
from llmbattler.core.ids import uuid7


class Where(StrEnum):
    PROMPT = "prompt"
    LEFT = "left"
    RIGHT = "right"
    BATTLE = "battle"
    """The whole battle, for a report."""


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
    """Only moderators see it."""
    REFUSE = "refuse"
    """A prompt that contains it is refused. An answer that contains it is flagged."""


class Flagged(Base):
    """Something that a moderator should review. A battle is hidden from the public while one of its flags is."""

    __tablename__ = "flagged"
    __table_args__ = (
        Index(None, "battle_id", "entry_id", "source", "category", unique=True),
        Index(None, "status", "flag_id"),
    )

    flag_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    battle_id: Mapped[UUID] = refers_to("battles.battle_id")
    where: Mapped[str] = mapped_column(String(20))
    entry_id: Mapped[str] = mapped_column(server_default=text("''"))
    """The message in the conversation; empty for a report."""
    source: Mapped[str] = mapped_column(String(20))
    category: Mapped[str] = mapped_column(String(40))
    excerpt: Mapped[str]
    """The words around it, or the text of the report; personal data is masked."""
    times: Mapped[int] = mapped_column(server_default=text("1"))
    """Number of reports."""
    status: Mapped[str] = mapped_column(String(20), server_default=text("'open'"))
    decided_by: Mapped[str | None]
    decided_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = now_column()

    @classmethod
    def hides(cls, battle_id: InstrumentedAttribute[UUID] | UUID) -> ColumnElement[bool]:
        """Return the condition that a moderator has hidden this battle from the public."""
        return exists().where(cls.battle_id == battle_id, cls.status == FlagStatus.HIDDEN)


class ListedWord(Base):
    """A word or phrase that prompts and answers are searched for."""

    __tablename__ = "moderation_words"

    word_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    phrase: Mapped[str]
    """As the moderator wrote it."""
    key: Mapped[str] = mapped_column(unique=True)
    """The normalized form for comparison."""
    category: Mapped[str] = mapped_column(String(40))
    action: Mapped[str] = mapped_column(String(20))
    created_at: Mapped[datetime] = now_column()


class QueuedTurn(Base):
    """A turn that has not been scanned yet. Rows are only added and deleted, so a turn never waits for the scan."""

    __tablename__ = "moderation_unread"

    unread_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    battle_id: Mapped[UUID] = refers_to("battles.battle_id")
    turn: Mapped[int]
