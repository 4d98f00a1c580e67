"""What people are called where others see them."""

from collections.abc import Collection

from llmbattler.core.db import Session

from .. import repository


async def find_names(session: Session, *, account_ids: Collection[str]) -> dict[str, str]:
    """Names by account. Whoever gave none, or is gone, is missing: an address is nobody else's business."""
    return await repository.list_names(session, account_ids) if account_ids else {}
