import pytest

from llmbattler.core.db import Database
from llmbattler.generation.contestants.errors import ContestantNotFound
from llmbattler.ratings.errors import SameModel
from llmbattler.ratings.rules import RatingRules
from llmbattler.ratings.schemas import MatrixIn
from llmbattler.ratings.service.comparisons import compare, read_matrix, read_model
from llmbattler.ratings.service.fits import Fits
from llmbattler.ratings.service.vote_counts import Outcome
from tests.ratings.counted import count_votes

RULES = RatingRules(min_votes=5)
VOTES = (("a", "b", Outcome.A, 6), ("a", "b", Outcome.B, 2), ("b", "c", Outcome.TIE, 4))


async def test_a_record_is_seen_from_the_first_model(database: Database) -> None:
    await count_votes(database, *VOTES)
    async with database.unit() as session:
        forth = await compare(session, a="a", b="b", rules=RULES, fits=Fits())
        back = await compare(session, a="b", b="a", rules=RULES, fits=Fits())
    overall, reverse = forth.boards[0], back.boards[0]
    assert (overall.board, overall.record.wins, overall.record.losses) == ("overall", 6, 2)
    assert (reverse.record.wins, reverse.record.losses) == (2, 6)
    assert overall.predicted.value == pytest.approx(1 - reverse.predicted.value)


async def test_a_model_with_too_few_votes_has_opponents_but_no_board(database: Database) -> None:
    await count_votes(database, *VOTES)
    async with database.unit() as session:
        few = await read_model(session, model_id="c", rules=RULES)
        matrix = await read_matrix(session, wanted=MatrixIn(), rules=RULES, fits=Fits())
    assert few.boards == []
    assert [(one.model_id, one.record.ties) for one in few.opponents] == [("b", 4)]
    assert [one.model_id for one in matrix.models] == ["a", "b"]
    assert [(cell.a, cell.b, cell.record.wins) for cell in matrix.cells] == [("a", "b", 6)]


async def test_unknown_and_equal_models_are_refused(database: Database) -> None:
    await count_votes(database, *VOTES)
    async with database.unit() as session:
        with pytest.raises(SameModel):
            await compare(session, a="a", b="a", rules=RULES, fits=Fits())
        for unknown in ("nobody", "a\0"):
            with pytest.raises(ContestantNotFound):
                await compare(session, a="a", b=unknown, rules=RULES, fits=Fits())
            with pytest.raises(ContestantNotFound):
                await read_model(session, model_id=unknown, rules=RULES)
