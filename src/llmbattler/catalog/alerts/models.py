"""The table of alerts."""

from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import Index, String, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, enum_text, now_column
from llmbattler.core.ids import uuid7


class AlertLevel(StrEnum):
    WARNING = "warning"
    CRITICAL = "critical"


class Delivery(StrEnum):
    """The result of sending an alert to the webhook. What the webhook answered is not stored."""

    NONE = "none"
    """No webhook is configured."""
    WAITING = "waiting"
    SENT = "sent"
    REFUSED = "refused"
    """It answered with an error status."""
    UNREACHABLE = "unreachable"
    FORBIDDEN = "forbidden"
    """The site may not call this address."""


class Alert(Base):
    """A message for admins. One kind for one subject on one day is one alert until it is resolved."""

    __tablename__ = "alerts"
    __table_args__ = (
        Index(
            "ix_alerts_unresolved",
            "kind",
            "subject",
            "day",
            unique=True,
            postgresql_where=text("resolved_at IS NULL"),
        ),
        Index(None, "created_at"),
    )

    alert_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    kind: Mapped[str] = mapped_column(String(40))
    """`noun.what_happened`, for example `budget.reached`."""
    subject: Mapped[str]
    message: Mapped[str]
    level: Mapped[AlertLevel] = mapped_column(enum_text(AlertLevel))
    day: Mapped[date]
    delivery: Mapped[Delivery] = mapped_column(enum_text(Delivery), server_default=Delivery.WAITING.value)
    created_at: Mapped[datetime] = now_column()
    resolved_at: Mapped[datetime | None]
    acknowledged_by: Mapped[str | None]
    acknowledged_at: Mapped[datetime | None]
