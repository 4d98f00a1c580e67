import numpy as np

from llmbattler.arena.integrity.review import Finding, ReviewedVote, examine, examine_group, reconsider
from llmbattler.arena.integrity.signals import SignalKind
from llmbattler.arena.models import Flag, Vote
from tests.arena.integrity.simulated_voters import SimulatedSite, as_votes

BOARD = SimulatedSite(models=10, votes=4000)


def reviewed(votes: list[Vote], **more: object) -> list[ReviewedVote]:
    facts = {"processing_status": "processed", "flags": [], **more}
    return [ReviewedVote(**{name: getattr(vote, name) for name in ReviewedVote._fields} | facts) for vote in votes]


def liar(votes: int = 120, voter: str = "liar", seed: int = 1, **more: object) -> list[ReviewedVote]:
    """Votes that are not on the board, so nothing has to be left out."""
    ballots = BOARD.careless(votes, np.random.default_rng(seed))
    return reviewed(as_votes(ballots, BOARD.models, voter=voter), counted=False, **more)


def test_votes_that_do_not_count_are_tested_too() -> None:
    finding = examine(BOARD.expectation, liar(flags=[Flag.OVER_CAP]), busy=3)
    assert finding is not None
    assert finding.p_likelihood < 0.005


def test_whoever_saw_the_names_is_not_measured_against_those_who_did_not() -> None:
    assert examine(BOARD.expectation, liar(flags=[Flag.IDENTITY_LEAK]), busy=3) is None


def test_the_same_votes_are_judged_the_same_way_each_time() -> None:
    one, other = (examine(BOARD.expectation, liar(), busy=3) for _ in range(2))
    assert one is not None
    assert other is not None
    assert (one.p_likelihood, one.p_model, one.evidence) == (other.p_likelihood, other.p_model, other.evidence)


def test_fast_votes_alone_are_shown_without_naming_a_model() -> None:
    ballots = BOARD.honest(60, np.random.default_rng(3))
    hasty = reviewed(as_votes(ballots, BOARD.models, voter="hasty"), counted=False, flags=[Flag.TOO_FAST])
    finding = examine(BOARD.expectation, hasty, busy=3)
    assert finding is not None
    assert [signal.kind for signal in finding.signals] == [SignalKind.TOO_FAST]
    assert finding.target is None


def test_a_group_that_is_suspicious_without_its_single_suspects_is_reported_whole() -> None:
    votes = [vote for number in range(4) for vote in liar(30 if number else 120, f"sock-{number}", number)]
    found = examine_group(BOARD.expectation, [f"sock-{number}" for number in range(4)], votes, busy=3)
    assert [one.voters for one in found] == [("sock-0", "sock-1", "sock-2", "sock-3")]


def test_honest_people_next_to_a_bent_board_are_acquitted() -> None:
    """Against the board that dishonest votes distorted, honest voters would be suspects."""
    liars, honest = liar(), liar(60, "honest")
    first = [examine(BOARD.expectation, votes, busy=3) for votes in (liars, honest)]
    found = [one for one in first if one is not None]
    assert len(found) == 2
    seen = reviewed(as_votes(BOARD.honest(60, np.random.default_rng(5)), BOARD.models, voter="honest"), counted=False)
    wronged = Finding(("honest",), 60, 0.001, 0.001, None, (), found[1].evidence, tuple(seen))
    assert [one.voters for one in reconsider(BOARD.expectation, [found[0], wronged])] == [("liar",)]
