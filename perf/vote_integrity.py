"""The simulations behind docs/vote-integrity.md: how many liars are found, and how many honest people are suspected."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.arena.integrity.simulated_voters import Cast, Rates, SimulatedSite, measure_rates

from llmbattler.arena.integrity.expectation import Ballots
from llmbattler.arena.integrity.suspicion import LEVEL

BOARDS = {
    "large (30 models, 200,000 votes)": SimulatedSite(taste=0.15, habit=0.3),
    "small (10 models, 3,000 votes)": SimulatedSite(models=10, votes=3_000, taste=0.15, habit=0.3),
}
VOTES = (50, 100, 200, 500)
SEED = 2026


def _voters(board: SimulatedSite) -> dict[str, Cast]:
    def two_words(votes: int, chance: np.random.Generator) -> Ballots:
        return board.careless(votes, chance, words=2)

    return {
        "honest": board.honest,
        "random, four words": board.careless,
        "random, two sides": two_words,
        "one target, else honest": board.one_target,
    }


def _row(board: SimulatedSite, cast: Cast, *, votes: int, people: int) -> Rates:
    return measure_rates(board, cast, votes=votes, people=people, seed=SEED)


def main(show: Callable[[str], None] = print) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=200, help="simulated liars in each row")
    parser.add_argument("--honest", type=int, default=1000, help="simulated honest people in each row")
    parser.add_argument("--votes", type=int, nargs="*", default=list(VOTES))
    wanted = parser.parse_args()
    missed = []
    for name, board in BOARDS.items():
        show(f"\nBoard: {name}\n\n| votes | voter | (b) | (e) | either |\n|---|---|---|---|---|")
        for votes in wanted.votes:
            for kind, cast in _voters(board).items():
                started = time.perf_counter()
                people = wanted.honest if kind == "honest" else wanted.people
                rates = _row(board, cast, votes=votes, people=people)
                each = (time.perf_counter() - started) / people * 1000
                line = f"| {votes} | {kind} | {rates.likelihood:.3f} | {rates.model:.3f} | {rates.either:.3f} |"
                show(f"{line}  <!-- {people} people, {each:.0f} ms each -->")
                if board.votes > 100_000:
                    missed += _missed(kind, votes, rates, people)
    for sentence in missed:
        show(f"MISSED: {sentence}")
    return 1 if missed else 0


def _missed(kind: str, votes: int, rates: Rates, people: int) -> list[str]:
    """The targets of V13 and V14; a rate of so few people may be two standard errors above its level by luck."""
    if kind == "honest" and rates.either > LEVEL + 2 * (LEVEL / people) ** 0.5:
        return [f"{rates.either:.2%} of honest people with {votes} votes are suspected; the level is 1 %"]
    if kind.startswith("random") and votes >= 100 and rates.likelihood < 0.95:
        return [f"(b) finds {rates.likelihood:.0%} of voters with {votes} votes: {kind}"]
    if kind.startswith("one target") and votes >= 500 and rates.model < 0.95:
        return [f"(e) finds {rates.model:.0%} of voters with {votes} votes: {kind}"]
    return []


if __name__ == "__main__":
    raise SystemExit(main())
