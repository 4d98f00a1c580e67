"""Queries of the ledger of model calls."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Row, select, text, update

from llmbattler.core import clock
from llmbattler.core.db import Session, first_id

from ..health import Health, HealthEvent
from ..models import HealthState, ModelCall
from ..purposes import PROBE, TEST

BATCH = 500
LONGEST_DELAY = timedelta(days=1)
"""Between a call and its row: the database may be away, and clocks differ. Later rows do not matter for health."""
CALL_COLUMNS = {
    "call_id": "uuid",
    "caller": "text",
    "purpose": "text",
    "purpose_id": "text",
    "model_id": "text",
    "input_tokens": "int8",
    "output_tokens": "int8",
    "cached_tokens": "int8",
    "estimated": "bool",
    "cost_micro_usd": "int8",
    "first_token_ms": "int",
    "total_ms": "int",
    "attempts": "int",
    "outcome": "text",
    "own_key": "bool",
    "parent_id": "uuid",
    "contestant_id": "text",
    "answering_model": "text",
}
ADD_CALLS = text(f"""
INSERT INTO model_calls ({", ".join(CALL_COLUMNS)})
SELECT * FROM json_to_recordset(cast(:rows AS json)) AS r({", ".join(map(" ".join, CALL_COLUMNS.items()))})
ON CONFLICT DO NOTHING RETURNING call_id
""")  # noqa: S608 - built from the constants above

RECENT_CALLS = text("""
SELECT wanted.model_id, now() AS now, health.state, health.reason, calls.*
FROM unnest(cast(:models AS text[])) AS wanted (model_id)
LEFT JOIN LATERAL (
    SELECT state, reason FROM model_health WHERE model_id = wanted.model_id
    ORDER BY changed_at DESC, change_id DESC LIMIT 1
) AS health ON true
CROSS JOIN LATERAL (
    SELECT array_agg(created_at ORDER BY created_at, call_id) AS moments,
        array_agg(outcome ORDER BY created_at, call_id) AS outcomes,
        array_agg(purpose ORDER BY created_at, call_id) AS purposes
    FROM (
        SELECT created_at, call_id, outcome, purpose FROM model_calls
        WHERE model_id = wanted.model_id AND created_at >= now() - cast(:window AS interval) AND NOT own_key
          AND call_id >= :first_id
        ORDER BY created_at DESC, call_id DESC LIMIT :calls
    ) AS newest
) AS calls
""")


@dataclass(frozen=True, slots=True)
class RecentCalls:
    """What the health of a model is computed from."""

    now: datetime
    health: Health | None
    """The current health; `None` before the first probe."""
    calls: list[HealthEvent]
    """Oldest first, without calls that used a member's own key: their failures say nothing about the site's key."""


async def add_calls(session: Session, rows: Sequence[Mapping[str, Any]]) -> set[UUID]:
    """Insert calls and return the ids of those that were not in the ledger yet."""
    # One JSON parameter: SQLAlchemy would compile a new statement for each number of rows, which costs more than it.
    return set((await session.execute(ADD_CALLS, {"rows": msgspec.json.encode(rows).decode()})).scalars())


async def list_recent_calls(
    session: Session, model_ids: Sequence[str], *, window: timedelta, calls: int
) -> dict[str, RecentCalls]:
    """Read the recent calls of these models in one query, because it runs after every batch of calls."""
    # The id is made before the row is added, so this only skips the partitions of earlier months.
    first = first_id(clock.now() - window - LONGEST_DELAY)
    given = {"models": model_ids, "window": window, "calls": calls, "first_id": first}
    rows = await session.execute(RECENT_CALLS, given)
    return {row.model_id: _read_recent(row) for row in rows}


def _read_recent(row: Row[Any]) -> RecentCalls:
    calls = zip(row.moments or (), row.outcomes or (), row.purposes or (), strict=True)
    health = None if row.state is None else Health(HealthState(row.state), row.reason)
    events = [HealthEvent(moment, outcome, purpose == PROBE, purpose == TEST) for moment, outcome, purpose in calls]
    return RecentCalls(row.now, health, events)


async def list_calls_of(session: Session, caller: str) -> AsyncIterator[Sequence[ModelCall]]:
    """Stream the calls of one caller in batches, oldest first."""
    query = select(ModelCall).where(ModelCall.caller == caller).order_by(ModelCall.created_at, ModelCall.call_id)
    rows = await session.stream_scalars(query.execution_options(yield_per=BATCH))
    async for part in rows.partitions():
        yield part


async def update_caller(session: Session, caller: str, new_caller: str | None) -> None:
    await session.execute(update(ModelCall).where(ModelCall.caller == caller).values(caller=new_caller))
