"""The table of cached responses."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, now_column


class CachedResponse(Base):
    """A response that is used again, instead of a call, for the same question to the same contestant."""

    __tablename__ = "response_cache"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    """A hash of contestant, messages, parameters and epoch."""
    contestant_id: Mapped[str] = mapped_column(index=True)
    answer: Mapped[str]
    finish: Mapped[str] = mapped_column(String(20))
    input_tokens: Mapped[int | None]
    output_tokens: Mapped[int | None]
    first_token_ms: Mapped[int | None]
    total_ms: Mapped[int | None]
    created_at: Mapped[datetime] = now_column()
