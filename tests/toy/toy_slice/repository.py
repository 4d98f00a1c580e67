"""The queries about toys."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, func, select, update

from llmbattler.core.db import Session

from .models import Toy


async def add_toy(session: Session, owner: str, color: str) -> UUID:
    toy = Toy(owner=owner, color=color)
    session.add(toy)
    await session.flush()
    return toy.toy_id


async def list_toys(session: Session, owner: str | None) -> Sequence[Toy]:
    """List the toys of an owner; without one, all."""
    query = select(Toy) if owner is None else select(Toy).where(Toy.owner == owner)
    return (await session.execute(query)).scalars().all()


async def count_toys(session: Session) -> int:
    return (await session.execute(select(func.count()).select_from(Toy))).scalar_one()


async def update_owner(session: Session, source: str, target: str) -> None:
    await session.execute(update(Toy).where(Toy.owner == source).values(owner=target))


async def delete_toys(session: Session, owner: str) -> None:
    await session.execute(delete(Toy).where(Toy.owner == owner))
