"""The table of idempotency keys, and its queries."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Index, and_, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.orm import Mapped, mapped_column

from .base import Base, enum_text, now_column
from .engine import Session


class RequestStatus(StrEnum):
    RUNNING = "running"
    DONE = "done"


class IdempotencyKey(Base):
    """One request that its sender may repeat."""

    __tablename__ = "idempotency_keys"
    __table_args__ = (Index(None, "created_at"),)

    owner: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    route: Mapped[str]
    """Method and path."""
    body_hash: Mapped[str]
    status: Mapped[RequestStatus] = mapped_column(enum_text(RequestStatus))
    response_status: Mapped[int | None]
    response_body: Mapped[Any | None] = mapped_column(JSONB(none_as_null=True))
    reference: Mapped[str | None]
    """What the request started, where the answer is a stream."""
    created_at: Mapped[datetime] = now_column()


@dataclass(frozen=True, slots=True)
class RequestName:
    """What makes two requests the same one."""

    owner: str
    key: str
    route: str
    body_hash: str


async def add_key(session: Session, name: RequestName, *, kept: timedelta, abandoned: timedelta) -> bool:
    """Add the key if it is free, expired or abandoned. Concurrent requests wait for the first one's transaction."""
    values = {"route": name.route, "body_hash": name.body_hash, "status": RequestStatus.RUNNING}
    free = or_(
        IdempotencyKey.created_at < func.now() - kept,
        and_(
            IdempotencyKey.status == RequestStatus.RUNNING,
            IdempotencyKey.created_at < func.now() - abandoned,
        ),
    )
    query = (
        insert(IdempotencyKey)
        .values(owner=name.owner, key=name.key, **values)
        .on_conflict_do_update(
            index_elements=[IdempotencyKey.owner, IdempotencyKey.key],
            set_={
                **values,
                "response_status": None,
                "response_body": None,
                "reference": None,
                "created_at": func.now(),
            },
            where=free,
        )
        .returning(IdempotencyKey.key)
    )
    return (await session.execute(query)).first() is not None


async def get_key(session: Session, *, owner: str, key: str) -> IdempotencyKey | None:
    query = select(IdempotencyKey).where(IdempotencyKey.owner == owner, IdempotencyKey.key == key)
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one_or_none()


async def update_key(
    session: Session,
    *,
    owner: str,
    key: str,
    status: int,
    body: object,
    reference: str | None,
) -> None:
    await session.execute(
        update(IdempotencyKey)
        .where(IdempotencyKey.owner == owner, IdempotencyKey.key == key)
        .values(status=RequestStatus.DONE, response_status=status, response_body=body, reference=reference)
    )


async def delete_key(session: Session, *, owner: str, key: str) -> None:
    await session.execute(delete(IdempotencyKey).where(IdempotencyKey.owner == owner, IdempotencyKey.key == key))


async def delete_old_keys(session: Session, *, kept: timedelta) -> None:
    await session.execute(delete(IdempotencyKey).where(IdempotencyKey.created_at < func.now() - kept))
