"""Votes counted straight into boards, without battles."""

from datetime import UTC

from llmbattler.core.db import Database, get_transaction_time
from llmbattler.ratings.boards import HUMAN, OVERALL
from llmbattler.ratings.rules import RatingRules
from llmbattler.ratings.service import vote_counts
from llmbattler.ratings.service.refits import refresh_boards
from llmbattler.ratings.service.vote_counts import CountedVote, Outcome

Result = tuple[str, str, Outcome, int]
"""Left, right, outcome and how often."""


async def count_votes(
    database: Database,
    *results: Result,
    source: str = HUMAN,
    facets: tuple[str, ...] = (OVERALL,),
    rules: RatingRules | None = None,
) -> None:
    async with database.unit() as session:
        day = (await get_transaction_time(session)).astimezone(UTC).date()
        votes = [CountedVote(a, b, outcome, day, facets) for a, b, outcome, times in results for _ in range(times)]
        await vote_counts.lock(session)
        changed = await vote_counts.add_votes(session, source=source, votes=votes)
        await refresh_boards(session, source=source, facets=changed, rules=rules or RatingRules())
