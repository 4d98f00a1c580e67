"""The queries of exports."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, case, func, null, select, true, union

from llmbattler.core.db import Session

from ..models import Battle, Vote, VoteMode
from ..moderation.models import Flagged
from .records import StoredVote

AT_ONCE = 500


class VoteFilter(NamedTuple):
    counted_only: bool
    since: datetime | None
    mode: VoteMode | None

    def conditions(self) -> list[ColumnElement[bool]]:
        found: list[ColumnElement[bool]] = [Vote.counted == true()] if self.counted_only else []
        if self.since is not None:
            found.append(Vote.created_at >= self.since)
        if self.mode is not None:
            found.append(Vote.mode == self.mode)
        return found


async def count_votes(session: Session, which: VoteFilter) -> int:
    query = select(func.count()).select_from(Vote).where(*which.conditions())
    return (await session.execute(query)).scalar_one()


async def list_contestant_ids(session: Session, which: VoteFilter) -> Sequence[str]:
    """Return the contestants of these votes."""
    sides = union(*(select(side).where(*which.conditions()) for side in (Vote.left_model_id, Vote.right_model_id)))
    return (await session.execute(sides)).scalars().all()


async def list_votes(session: Session, which: VoteFilter, *, texts: bool) -> AsyncIterator[Sequence[StoredVote]]:
    """Yield votes in parts, ordered by id, which is the order of time. The index has this order: nothing is sorted."""
    hidden = Flagged.hides(Vote.battle_id)
    columns = {name: getattr(Vote, name) for name in StoredVote._fields if hasattr(Vote, name)}
    columns["comment"] = case((hidden, null()), else_=Vote.comment)
    conversation = case((hidden, null()), else_=Battle.conversation) if texts else null()
    query = (
        select(*columns.values(), Battle.sampling_probability, conversation.label("conversation"))
        .outerjoin(Battle, Battle.battle_id == Vote.battle_id)
        .where(*which.conditions())
        .order_by(Vote.vote_id)
        .execution_options(yield_per=AT_ONCE)
    )
    result = await session.stream(query)
    async for rows in result.partitions():
        yield [StoredVote._make(row) for row in rows]
