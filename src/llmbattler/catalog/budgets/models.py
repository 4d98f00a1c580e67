"""The tables of budgets, spend and reservations."""

from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import BigInteger, Index, UniqueConstraint, Uuid, func
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, enum_text, now_column
from llmbattler.core.ids import uuid7


class BudgetScope(StrEnum):
    SITE = "site"
    MEMBER = "member"
    PROVIDER = "provider"


class Budget(Base):
    """How much may be spent in one UTC day."""

    __tablename__ = "budgets"
    __table_args__ = (UniqueConstraint("scope", "subject"),)

    budget_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    scope: Mapped[BudgetScope] = mapped_column(enum_text(BudgetScope))
    subject: Mapped[str]
    """Empty for the site; an account, `*` (each member) or `visitors` (all together); a provider's host."""
    limit_micro_usd: Mapped[int] = mapped_column(BigInteger)
    warn_at: Mapped[float]
    enabled: Mapped[bool]
    created_at: Mapped[datetime] = now_column()
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now(), onupdate=func.now())


class Spend(Base):
    """The spend of one budget key on one day: a sum of the ledger, so that a limit is checked in one statement."""

    __tablename__ = "spend"

    day: Mapped[date] = mapped_column(primary_key=True)
    scope: Mapped[BudgetScope] = mapped_column(enum_text(BudgetScope), primary_key=True)
    subject: Mapped[str] = mapped_column(primary_key=True)
    spent_micro_usd: Mapped[int] = mapped_column(BigInteger)
    reserved_micro_usd: Mapped[int] = mapped_column(BigInteger)
    """The sum of the day's reservations, including expired ones that are not deleted yet."""


class SpendReservation(Base):
    """Money reserved for one call. Deleted when the call is in the ledger, or when it expires."""

    __tablename__ = "spend_reservations"
    __table_args__ = (Index(None, "expires_at"),)

    reservation_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    day: Mapped[date]
    member: Mapped[str | None]
    provider: Mapped[str]
    amount_micro_usd: Mapped[int] = mapped_column(BigInteger)
    expires_at: Mapped[datetime]
