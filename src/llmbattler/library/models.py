"""The table of stored images."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, now_column, refers_to
from llmbattler.core.ids import uuid7


class Image(Base):
    __tablename__ = "images"
    __table_args__ = (Index(None, "owner", "created_at"),)

    image_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    owner: Mapped[str]
    battle_id: Mapped[UUID | None] = refers_to("battles.battle_id", index=True)
    """Set when the image is sent with a prompt; images that are never sent are deleted."""
    storage_key: Mapped[str]
    media_type: Mapped[str]
    width: Mapped[int]
    height: Mapped[int]
    created_at: Mapped[datetime] = now_column()
