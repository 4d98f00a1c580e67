"""Queries about accounts, sign-ins and tokens."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, Row, func, select, text, update
from sqlalchemy.exc import IntegrityError

from llmbattler.core.db import Session, run_statement

from .models import Account, ApiToken, AuditEntry, SignIn

# Text instead of expressions: one of these runs with every write of a visitor.
_SEEN_WITHIN = text("""
SELECT account_id FROM accounts
WHERE account_id = :visitor AND last_seen_at > now() - cast(:span AS interval) AND deactivated_at IS NULL
""")
IS_DEACTIVATED = "EXISTS (SELECT 1 FROM accounts WHERE account_id = %(account)s AND deactivated_at IS NOT NULL)"
"""A condition, also for statements of other slices."""
_FIND_DEACTIVATED = f"SELECT {IS_DEACTIVATED}"
_ADD_OR_TOUCH_VISITOR = text("""
INSERT INTO accounts (account_id, kind) VALUES (:visitor, 'visitor')
ON CONFLICT (account_id) DO UPDATE SET last_seen_at = now()
""")


async def find_recently_seen(session: Session, account_id: str, span: timedelta) -> bool:
    return (await session.execute(_SEEN_WITHIN, {"visitor": account_id, "span": span})).first() is not None


async def find_deactivated(session: Session, account_id: str) -> bool:
    found: bool = (await run_statement(session, _FIND_DEACTIVATED, {"account": account_id}))[0][0]
    return found


async def add_or_touch_visitor(session: Session, account_id: str) -> None:
    """Concurrent first requests of one visitor create one row."""
    await session.execute(_ADD_OR_TOUCH_VISITOR, {"visitor": account_id})


async def get_account(session: Session, account_id: str) -> Account | None:
    return await session.get(Account, account_id)


async def list_names(session: Session, account_ids: Collection[str]) -> dict[str, str]:
    query = select(Account.account_id, Account.name).where(Account.account_id.in_(account_ids), Account.name != "")
    return {row.account_id: row.name for row in await session.execute(query)}


async def list_addresses(session: Session, account_ids: Collection[str]) -> dict[str, str]:
    query = select(Account.account_id, Account.email).where(Account.account_id.in_(account_ids))
    return {row.account_id: row.email for row in await session.execute(query) if row.email is not None}


async def lock_account(session: Session, account_id: str) -> Account | None:
    """Lock the account and read it again, even if this unit has read it before."""
    query = select(Account).where(Account.account_id == account_id).with_for_update()
    query = query.execution_options(populate_existing=True)
    return (await session.execute(query)).scalar_one_or_none()


async def find_by_email(session: Session, email: str) -> Account | None:
    return (await session.execute(select(Account).where(Account.email == email))).scalar_one_or_none()


async def update_email(session: Session, account: Account, email: str) -> bool:
    """False when the address is taken, also by a concurrent request; then the unit has to end."""
    if await find_by_email(session, email) is not None:
        return False
    try:
        async with session.begin_nested():
            account.email = email
    except IntegrityError:
        return False
    return True


async def find_sign_in(session: Session, condition: ColumnElement[bool]) -> Row[SignIn, Account] | None:
    """Find a valid sign-in with its account."""
    query = (
        select(SignIn, Account)
        .join(Account, Account.account_id == SignIn.account_id)
        .where(
            condition,
            SignIn.ended_at.is_(None),
            SignIn.expires_at > func.now(),
            Account.deactivated_at.is_(None),
        )
    )
    return (await session.execute(query)).one_or_none()


async def find_sign_in_by_secret(session: Session, secret_hash: str) -> Row[SignIn, Account] | None:
    return await find_sign_in(session, SignIn.secret_hash == secret_hash)


async def find_sign_in_by_id(session: Session, sign_in_id: UUID) -> Row[SignIn, Account] | None:
    return await find_sign_in(session, SignIn.sign_in_id == sign_in_id)


async def find_token(session: Session, secret_hash: str) -> Row[ApiToken, Account] | None:
    query = (
        select(ApiToken, Account)
        .join(Account, Account.account_id == ApiToken.account_id)
        .where(
            ApiToken.secret_hash == secret_hash,
            ApiToken.revoked_at.is_(None),
            func.coalesce(ApiToken.expires_at > func.now(), True),
            Account.deactivated_at.is_(None),
        )
    )
    return (await session.execute(query)).one_or_none()


async def update_sign_in_seen(session: Session, sign_in_id: UUID) -> None:
    await session.execute(update(SignIn).where(SignIn.sign_in_id == sign_in_id).values(last_seen_at=func.now()))


async def update_token_seen(session: Session, token_id: UUID) -> None:
    await session.execute(update(ApiToken).where(ApiToken.token_id == token_id).values(last_used_at=func.now()))


async def update_account_seen(session: Session, account_id: str) -> None:
    await session.execute(update(Account).where(Account.account_id == account_id).values(last_seen_at=func.now()))


async def update_admin_seen(session: Session, account_id: str) -> None:
    query = update(Account).where(Account.account_id == account_id)
    await session.execute(query.values(admin_seen_at=func.clock_timestamp()))


async def delete_sign_ins(session: Session, account_id: str, *, but: UUID | None = None) -> None:
    query = update(SignIn).where(SignIn.account_id == account_id, SignIn.ended_at.is_(None))
    if but is not None:
        query = query.where(SignIn.sign_in_id != but)
    await session.execute(query.values(ended_at=func.now()))


async def list_valid(session: Session, credentials: Sequence[UUID]) -> set[UUID]:
    """Return which of these sign-ins and tokens are still valid."""
    sign_ins = (
        select(SignIn.sign_in_id)
        .join(Account, Account.account_id == SignIn.account_id)
        .where(
            SignIn.sign_in_id.in_(credentials),
            SignIn.ended_at.is_(None),
            SignIn.expires_at > func.now(),
            Account.deactivated_at.is_(None),
        )
    )
    tokens = (
        select(ApiToken.token_id)
        .join(Account, Account.account_id == ApiToken.account_id)
        .where(
            ApiToken.token_id.in_(credentials),
            ApiToken.revoked_at.is_(None),
            func.coalesce(ApiToken.expires_at > func.now(), True),
            Account.deactivated_at.is_(None),
        )
    )
    return set((await session.execute(sign_ins.union_all(tokens))).scalars())


def add_audit_entry(session: Session, entry: AuditEntry) -> None:
    session.add(entry)
