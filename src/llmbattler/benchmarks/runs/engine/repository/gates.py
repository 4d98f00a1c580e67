"""Queries of endpoint gates."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import text

from llmbattler.core.db import Session

from ..gates import GateState, GateUpdate

GATES = """
WITH updates AS (
    SELECT * FROM json_to_recordset(cast(:updates AS json)) AS u(endpoint text, grown float8, cut bool, cool float8)
),
merged AS (
    INSERT INTO bench_gates AS g (endpoint, width, cool_until)
    SELECT endpoint, least(:widest, :start + grown), CASE WHEN cool > 0 THEN now() + make_interval(secs => cool) END
    FROM updates ORDER BY endpoint
    ON CONFLICT (endpoint) DO UPDATE SET
        width = least(:widest, greatest(1, CASE
            WHEN (SELECT cut FROM updates u WHERE u.endpoint = g.endpoint)
                AND g.changed_at < now() - interval '1 second'
            THEN g.width * :factor
            ELSE g.width + (SELECT grown FROM updates u WHERE u.endpoint = g.endpoint) END)),
        cool_until = greatest(g.cool_until, excluded.cool_until),
        changed_at = CASE
            WHEN (SELECT cut FROM updates u WHERE u.endpoint = g.endpoint) THEN now() ELSE g.changed_at END
    RETURNING endpoint, width, cool_until
)
SELECT endpoint, width, greatest(0, extract(epoch FROM cool_until - now())) AS cool FROM merged
"""


async def update_gates(
    session: Session, updates: Sequence[GateUpdate], *, start: float, widest: float, factor: float
) -> dict[str, GateState]:
    """Merge what this worker has learned about endpoints, and return what all workers have learned together.

    `changed_at` is the time of the last cut: workers that are throttled at the same time cut only once.
    """
    rows = [{"endpoint": one.endpoint, "grown": one.grown, "cut": one.cut, "cool": one.cool} for one in updates]
    given = {"updates": msgspec.json.encode(rows).decode(), "start": start, "widest": widest, "factor": factor}
    found = await session.execute(text(GATES), given)
    return {row.endpoint: GateState(row.width, float(row.cool or 0)) for row in found}
