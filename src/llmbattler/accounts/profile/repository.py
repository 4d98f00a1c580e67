"""Queries of the settings page."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, func, select, update

from llmbattler.core.db import Session

from ..models import Account, AccountKind, ApiToken, OneTimeLink, SignIn


async def list_sign_ins(session: Session, account_id: str) -> Sequence[SignIn]:
    query = (
        select(SignIn)
        .where(SignIn.account_id == account_id, SignIn.ended_at.is_(None), SignIn.expires_at > func.now())
        .order_by(SignIn.last_seen_at.desc())
    )
    return (await session.execute(query)).scalars().all()


async def delete_sign_in(session: Session, account_id: str, sign_in_id: UUID) -> bool:
    query = (
        update(SignIn)
        .where(SignIn.account_id == account_id, SignIn.sign_in_id == sign_in_id, SignIn.ended_at.is_(None))
        .values(ended_at=func.now())
        .returning(SignIn.sign_in_id)
    )
    return (await session.execute(query)).first() is not None


async def list_tokens(session: Session, account_id: str) -> Sequence[ApiToken]:
    query = (
        select(ApiToken)
        .where(ApiToken.account_id == account_id, ApiToken.revoked_at.is_(None))
        .order_by(ApiToken.created_at.desc())
    )
    return (await session.execute(query)).scalars().all()


async def add_token(session: Session, token: ApiToken) -> ApiToken:
    session.add(token)
    await session.flush()
    await session.refresh(token)
    return token


async def delete_token(session: Session, token_id: UUID, *, account_id: str | None) -> ApiToken | None:
    query = update(ApiToken).where(ApiToken.token_id == token_id, ApiToken.revoked_at.is_(None))
    if account_id is not None:
        query = query.where(ApiToken.account_id == account_id)
    returning = query.values(revoked_at=func.now()).returning(ApiToken)
    return (await session.execute(returning)).scalar_one_or_none()


async def delete_tokens(session: Session, account_id: str) -> None:
    query = update(ApiToken).where(ApiToken.account_id == account_id, ApiToken.revoked_at.is_(None))
    await session.execute(query.values(revoked_at=func.now()))


async def count_admins(session: Session) -> int:
    """Count and lock the admins, so that the last two cannot leave at the same time."""
    query = (
        select(Account.account_id)
        .where(Account.kind == AccountKind.ADMIN, Account.deactivated_at.is_(None))
        .order_by(Account.account_id)
        .with_for_update()
    )
    return len((await session.execute(query)).all())


async def delete_account(session: Session, account_id: str) -> None:
    for table in (SignIn, ApiToken, OneTimeLink):
        await session.execute(delete(table).where(table.account_id == account_id))
    await session.execute(delete(Account).where(Account.account_id == account_id))
