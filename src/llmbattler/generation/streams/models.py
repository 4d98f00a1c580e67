"""The tables of generations in flight."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index, String, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, now_column


class LiveGeneration(Base):
    """A generation that a process is answering now. The process that deletes the row stores the result."""

    __tablename__ = "live_generations"
    __table_args__ = (Index(None, "owner"), Index(None, "process"))

    subject_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    part: Mapped[str] = mapped_column(String(40), primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    owner: Mapped[str]
    """The person who asked. The site limits the concurrent generations of a person."""
    process: Mapped[UUID] = mapped_column(Uuid)
    leased_at: Mapped[datetime] = now_column()
    stop_requested: Mapped[bool] = mapped_column(server_default=text("false"))


class LiveChunk(Base):
    """A piece of the shown text, one text per stream. Unlogged: the answering process can write it again."""

    __tablename__ = "live_chunks"
    __table_args__ = ({"prefixes": ["UNLOGGED"]},)

    subject_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    part: Mapped[str] = mapped_column(String(40), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    """The number of characters of all streams shown before it."""
    texts: Mapped[list[str]]
