"""The table of toys."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Uuid
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, now_column
from llmbattler.core.ids import uuid7


class Toy(Base):
    __tablename__ = "toys"

    toy_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    owner: Mapped[str]
    color: Mapped[str]
    created_at: Mapped[datetime] = now_column()
