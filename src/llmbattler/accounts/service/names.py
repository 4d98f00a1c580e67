"""What people are called where others see them."""

from collections.abc import Collection

from llmbattler.core.db import Session

from .. import repository


async def find_names(session: Session, *, account_ids: Collection[str]) -> dict[str, str]:
    """Names by account. People without a name are missing, since addresses are private."""
    return await repository.list_names(session, account_ids) if account_ids else {}


async def describe_people(session: Session, *, account_ids: Collection[str]) -> dict[str, str]:
    """What admins, who may see addresses, call people: the name, else the address. Whoever is gone is missing."""
    if not account_ids:
        return {}
    addresses = await repository.list_addresses(session, account_ids)
    return {**addresses, **await repository.list_names(session, account_ids)}
