"""The tables of budgets, of what was spent and set aside, and of alerts."""

from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import BigInteger, Index, String, UniqueConstraint, Uuid, func, text
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, enum_text, now_column
from llmbattler.core.ids import uuid7

from .pots import BudgetScope


class AlertLevel(StrEnum):
    WARNING = "warning"
    CRITICAL = "critical"


class Delivery(StrEnum):
    """All that is ever said of what the webhook answered."""

    NONE = "none"
    """No webhook is configured."""
    WAITING = "waiting"
    SENT = "sent"
    REFUSED = "refused"
    """It answered, but not that all is well."""
    UNREACHABLE = "unreachable"
    FORBIDDEN = "forbidden"
    """Its address is none that this site may call."""


class Budget(Base):
    """How much may be spent in one day, by UTC."""

    __tablename__ = "budgets"
    __table_args__ = (UniqueConstraint("scope", "subject"),)

    budget_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    scope: Mapped[BudgetScope] = mapped_column(enum_text(BudgetScope))
    subject: Mapped[str]
    """Empty for the site; an account, `*` for each member, `visitors` for all of them together; a provider's host."""
    limit_micro_usd: Mapped[int] = mapped_column(BigInteger)
    warn_at: Mapped[float]
    enabled: Mapped[bool]
    created_at: Mapped[datetime] = now_column()
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now(), onupdate=func.now())


class Spend(Base):
    """What one pot paid on one day: the sum of the ledger, kept so that a limit can be checked in one statement."""

    __tablename__ = "spend"

    day: Mapped[date] = mapped_column(primary_key=True)
    scope: Mapped[BudgetScope] = mapped_column(enum_text(BudgetScope), primary_key=True)
    subject: Mapped[str] = mapped_column(primary_key=True)
    spent_micro_usd: Mapped[int] = mapped_column(BigInteger)
    reserved_micro_usd: Mapped[int] = mapped_column(BigInteger)
    """The sum of the reservations of that day, those that ran out included until somebody removes them."""


class Reservation(Base):
    """What was set aside for one call. The call's row in the ledger takes its place, or its lease runs out."""

    __tablename__ = "spend_reservations"
    __table_args__ = (Index(None, "expires_at"),)

    reservation_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    day: Mapped[date]
    member: Mapped[str | None]
    provider: Mapped[str]
    amount_micro_usd: Mapped[int] = mapped_column(BigInteger)
    expires_at: Mapped[datetime]


class Alert(Base):
    """Something that an admin has to know. The same news on the same day is one alert while it is not resolved."""

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
    """`noun.what_happened`, as in `budget.reached`."""
    subject: Mapped[str]
    message: Mapped[str]
    level: Mapped[AlertLevel] = mapped_column(enum_text(AlertLevel))
    day: Mapped[date]
    delivery: Mapped[Delivery] = mapped_column(enum_text(Delivery), server_default=Delivery.WAITING.value)
    created_at: Mapped[datetime] = now_column()
    resolved_at: Mapped[datetime | None]
    acknowledged_by: Mapped[str | None]
    acknowledged_at: Mapped[datetime | None]
