"""Every query of the accounts."""

from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert

from llmbattler.core.db import Session

from .models import Account, AccountKind


async def was_seen_within(session: Session, account_id: str, span: timedelta) -> bool:
    query = select(Account.account_id).where(Account.account_id == account_id, Account.last_seen_at > func.now() - span)
    return (await session.execute(query)).first() is not None


async def add_or_touch_visitor(session: Session, account_id: str) -> None:
    """Several first requests of one visitor at once leave one row."""
    await session.execute(
        insert(Account)
        .values(account_id=account_id, kind=AccountKind.VISITOR)
        .on_conflict_do_update(index_elements=[Account.account_id], set_={"last_seen_at": func.now()})
    )
