from llmbattler.generation.contestants.service import Description
from llmbattler.ratings.estimation.counts import Outcome
from llmbattler.ratings.rules import RatingRules
from llmbattler.ratings.service.private import fit_rows

CONTESTANTS = {name: Description(id=name, kind="model", name=name.upper()) for name in ("a", "b", "c")}


def test_a_few_votes_make_a_board_best_first() -> None:
    votes = [("b", "a", Outcome.A, 6), ("b", "a", Outcome.B, 2), ("a", "c", Outcome.TIE, 3), ("c", "a", Outcome.B, 2)]
    votes.append(("a", "c", Outcome.BOTH_BAD, 1))
    rows = fit_rows(votes, CONTESTANTS, RatingRules(min_votes=1))
    assert [row.model_name for row in rows] == ["B", "A", "C"]
    by_id = {row.model_id: row for row in rows}
    assert by_id["a"].vote_count == 14
    assert by_id["a"].win_rate == (2 + 2 + 4 / 2) / 14
    assert by_id["c"].both_bad_rate == 1 / 6


def test_no_votes_make_no_rows() -> None:
    assert fit_rows([], {}, RatingRules()) == []
