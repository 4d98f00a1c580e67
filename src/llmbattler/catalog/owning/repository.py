"""The calls that somebody asked for."""

from collections.abc import AsyncIterator, Sequence

from sqlalchemy import select, update

from llmbattler.core.db import Session

from ..models import ModelCall

AT_ONCE = 500


async def stream_calls(session: Session, owner: str) -> AsyncIterator[Sequence[ModelCall]]:
    query = select(ModelCall).where(ModelCall.caller == owner).order_by(ModelCall.created_at, ModelCall.call_id)
    rows = await session.stream_scalars(query.execution_options(yield_per=AT_ONCE))
    async for part in rows.partitions():
        yield part


async def set_caller(session: Session, owner: str, caller: str | None) -> None:
    await session.execute(update(ModelCall).where(ModelCall.caller == owner).values(caller=caller))
