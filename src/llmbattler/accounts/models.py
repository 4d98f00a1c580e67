"""The table of accounts, and the words stored in it."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Enum
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, now_column


class AccountKind(StrEnum):
    VISITOR = "visitor"
    MEMBER = "member"
    MODERATOR = "moderator"
    ADMIN = "admin"


class Account(Base):
    """Somebody. A visitor who signs up keeps the id, and with it everything owned."""

    __tablename__ = "accounts"

    account_id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[AccountKind] = mapped_column(
        Enum(
            AccountKind,
            native_enum=False,
            create_constraint=False,
            length=20,
            values_callable=lambda words: [word.value for word in words],
        )
    )
    created_at: Mapped[datetime] = now_column()
    last_seen_at: Mapped[datetime] = now_column()
    """To the hour."""
