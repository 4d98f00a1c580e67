"""The queries that compare counts."""

from datetime import date
from typing import Any

from sqlalchemy import text

from llmbattler.core.db import Session, run_statement

_COUNTS = ("wins_a", "wins_b", "ties", "both_bad")
COUNTED = "counted_votes"
_CREATE_COUNTED = text(f"""
CREATE TEMPORARY TABLE {COUNTED} (facet text, day date, model_a text, model_b text, wins_a bigint, wins_b bigint,
                                  ties bigint, both_bad bigint) ON COMMIT DROP
""")
_SUMMED = ", ".join(f"sum({name})::int AS {name}" for name in _COUNTS)
_SUBTRACTED = ", ".join(f"coalesce(wanted.{name}, 0) - coalesce(stored.{name}, 0)" for name in _COUNTS)
# A stored row without votes is a difference too: a recount would not have it.
_LIST_MISSING = f"""
SELECT {{keys}}, {_SUBTRACTED}
FROM (SELECT {{keys}}, {_SUMMED} FROM {COUNTED} WHERE {{counted}} GROUP BY {{keys}}
      HAVING sum(wins_a + wins_b + ties + both_bad) > 0) AS wanted
FULL JOIN (SELECT * FROM {{table}} WHERE source = %(source)s AND {{kept}}) AS stored USING ({{keys}})
WHERE wanted.facet IS NULL OR ({", ".join(f"wanted.{name}" for name in _COUNTS)})
      IS DISTINCT FROM ({", ".join(f"stored.{name}" for name in _COUNTS)})
"""  # noqa: S608 - constants only
_LIST_MISSING_TOTALS = _LIST_MISSING.format(
    keys="facet, model_a, model_b", counted="day IS NULL", table="pair_totals", kept="true"
)
_LIST_MISSING_DAYS = _LIST_MISSING.format(
    keys="facet, day, model_a, model_b", counted="day IS NOT NULL", table="pair_counts", kept="day >= %(since)s"
)


async def add_counted_table(session: Session) -> None:
    await session.execute(_CREATE_COUNTED)


async def list_missing_totals(session: Session, source: str) -> list[tuple[Any, ...]]:
    """Compare in the database: there are hundreds of thousands of rows, and usually none differs."""
    return list(await run_statement(session, _LIST_MISSING_TOTALS, {"source": source}))


async def list_missing_days(session: Session, source: str, since: date) -> list[tuple[Any, ...]]:
    return list(await run_statement(session, _LIST_MISSING_DAYS, {"source": source, "since": since}))
