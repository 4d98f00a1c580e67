"""Queries of the company login."""

from sqlalchemy import func, select

from llmbattler.core.db import Session

from ..models import Account


async def lock_subject(session: Session, subject: str) -> None:
    """Serialize the sign-ins of one person, so that they create one account."""
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(f"oidc {subject}", 0))))


async def lock_by_subject(session: Session, subject: str) -> Account | None:
    query = select(Account).where(Account.oidc_subject == subject).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def lock_by_email(session: Session, email: str) -> Account | None:
    query = select(Account).where(Account.email == email).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()
