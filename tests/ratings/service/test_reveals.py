from datetime import timedelta

from llmbattler.core.db import Database, run_statement
from llmbattler.ratings.rules import RatingRules
from llmbattler.ratings.service.reveals import REVEALED, RevealedRow, reveal
from llmbattler.ratings.service.vote_counts import Outcome
from tests.ratings.counted import count_votes


async def find(database: Database, *models: str) -> dict[str, RevealedRow]:
    async with database.unit() as session:
        rows = await run_statement(session, REVEALED, {"models": list(models)})
    return {model: RevealedRow(*values) for model, *values in rows}


async def test_a_voter_sees_ratings_only_of_models_with_enough_votes(database: Database) -> None:
    await count_votes(database, ("a", "b", Outcome.A, 4), ("a", "b", Outcome.B, 2), ("b", "c", Outcome.TIE, 1))
    found = await find(database, "c", "a")
    shown = reveal(found, left="c", right="a", outcome=Outcome.B, rules=RatingRules(min_votes=5))
    assert shown is not None
    few, rated = shown
    assert (few.elo_score, few.elo_ci, few.rank) == (None, None, None)
    assert rated.elo_score is not None
    assert rated.rank == 1
    assert (few.online_elo_before, few.online_elo_after) == (1500, 1484)
    assert (rated.online_elo_before, rated.online_elo_after) == (1500, 1516)


def test_nothing_is_revealed_where_the_public_board_is_behind() -> None:
    rules = RatingRules(delay=timedelta(minutes=1))
    assert reveal({}, left="a", right="b", outcome=Outcome.A, rules=rules) is None
