"""Whether there is anything to check, and whose money it is."""

from llmbattler.core.db import Session

from .. import repository


async def has_budgets(session: Session) -> bool:
    """Whether any budget is set and enabled."""
    return await repository.has_budgets(session)


async def list_own_providers(session: Session, *, owner: str) -> set[str]:
    """The providers that somebody has a key of their own for: what they ask there for themselves, they pay."""
    return await repository.list_own_providers(session, owner)
