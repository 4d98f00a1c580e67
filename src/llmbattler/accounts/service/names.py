"""Display names of accounts."""

from collections.abc import Collection

from llmbattler.core.db import Session

from .. import repository


async def find_names(session: Session, *, account_ids: Collection[str]) -> dict[str, str]:
    """Return names by account. People without a name are left out, since addresses are private."""
    return await repository.list_names(session, account_ids) if account_ids else {}


async def describe_people(session: Session, *, account_ids: Collection[str]) -> dict[str, str]:
    """Return name or else address by account, for admins. Deleted accounts are left out."""
    if not account_ids:
        return {}
    addresses = await repository.list_addresses(session, account_ids)
    return {**addresses, **await repository.list_names(session, account_ids)}
