"""Queries of endpoint gates."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import text

from llmbattler.core.db import Session

from ..gates import GateState, GateUpdate

GATES = """
WITH news AS (
    SELECT * FROM json_to_recordset(cast(:news AS json)) AS n(endpoint text, grown float8, cut bool, cool float8)
),
kept AS (
    INSERT INTO bench_gates AS g (endpoint, width, cool_until)
    SELECT endpoint, least(:widest, :start + grown), CASE WHEN cool > 0 THEN now() + make_interval(secs => cool) END
    FROM news ORDER BY endpoint
    ON CONFLICT (endpoint) DO UPDATE SET
        width = least(:widest, greatest(1, CASE
            WHEN (SELECT cut FROM news n WHERE n.endpoint = g.endpoint) AND g.changed_at < now() - interval '1 second'
            THEN g.width * :factor
            ELSE g.width + (SELECT grown FROM news n WHERE n.endpoint = g.endpoint) END)),
        cool_until = greatest(g.cool_until, excluded.cool_until),
        changed_at = CASE WHEN (SELECT cut FROM news n WHERE n.endpoint = g.endpoint) THEN now() ELSE g.changed_at END
    RETURNING endpoint, width, cool_until
)
SELECT endpoint, width, greatest(0, extract(epoch FROM cool_until - now())) AS cool FROM kept
"""


async def update_gates(
    session: Session, news: Sequence[GateUpdate], *, start: float, widest: float, factor: float
) -> dict[str, GateState]:
    """Tell the others what was learnt about endpoints, and hear what all have learnt together.

    `changed_at` is the time of the last cut: several workers that meet the same refusal cut only once.
    """
    rows = [{"endpoint": one.endpoint, "grown": one.grown, "cut": one.cut, "cool": one.cool} for one in news]
    given = {"news": msgspec.json.encode(rows).decode(), "start": start, "widest": widest, "factor": factor}
    found = await session.execute(text(GATES), given)
    return {row.endpoint: GateState(row.width, float(row.cool or 0)) for row in found}
