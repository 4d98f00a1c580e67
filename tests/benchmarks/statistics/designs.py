"""Simulated results with known true values, to measure the coverage of intervals."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from llmbattler.benchmarks.statistics.intervals import mean_interval
from llmbattler.benchmarks.statistics.paired import Paired, compare

Floats = NDArray[np.float64]
Draw = Callable[[np.random.Generator], tuple[Floats, NDArray[np.intp] | None]]
DrawPair = Callable[[np.random.Generator], tuple[Floats, Floats, NDArray[np.intp] | None]]


@dataclass(frozen=True)
class Design:
    name: str
    truth: float
    draw: Draw


@dataclass(frozen=True)
class PairDesign:
    name: str
    truth: float
    draw: DrawPair


def binary(n: int, share: float) -> Design:
    return Design(
        f"right or wrong, {n} samples, {share:.0%} right",
        share,
        lambda rng: (1.0 * (rng.random(n) < share), None),
    )


def graded(n: int) -> Design:
    """Mostly high, skewed grades."""
    return Design(f"grades from 0 to 1, skewed, {n} samples", 0.75, lambda rng: (rng.beta(1.5, 0.5, n), None))


def _sizes(clusters: int, *, unequal: bool, rng: np.random.Generator) -> NDArray[np.intp]:
    return np.repeat(np.arange(clusters), rng.integers(1, 10, clusters) if unequal else 5)


def clustered(clusters: int, share: float, alike: float, *, unequal: bool = False) -> Design:
    def draw(rng: np.random.Generator) -> tuple[Floats, NDArray[np.intp]]:
        groups = _sizes(clusters, unequal=unequal, rng=rng)
        shares = rng.beta(share * (1 / alike - 1), (1 - share) * (1 / alike - 1), clusters)
        return 1.0 * (rng.random(len(groups)) < shares[groups]), groups

    sizes = "1–9" if unequal else "5"
    return Design(f"right or wrong, {clusters} clusters of {sizes}, {share:.0%} right, {alike} alike", share, draw)


def clustered_grades(clusters: int, alike: float, *, unequal: bool = False) -> Design:
    def draw(rng: np.random.Generator) -> tuple[Floats, NDArray[np.intp]]:
        groups = _sizes(clusters, unequal=unequal, rng=rng)
        common = rng.normal(0, 0.1 * alike**0.5, clusters)
        return 0.5 + common[groups] + rng.normal(0, 0.1 * (1 - alike) ** 0.5, len(groups)), groups

    return Design(f"grades, {clusters} clusters of {'1–9' if unequal else '5'}, {alike} alike", 0.5, draw)


def paired_binary(n: int, first: float, second: float) -> PairDesign:
    """Samples differ in difficulty, which affects both sides."""

    def draw(rng: np.random.Generator) -> tuple[Floats, Floats, None]:
        hard = rng.uniform(-1, 1, n)
        return (
            1.0 * (rng.random(n) < first + hard * min(first, 1 - first)),
            1.0 * (rng.random(n) < second + hard * min(second, 1 - second)),
            None,
        )

    return PairDesign(f"pairs of right or wrong, {n} samples, {first:.0%} and {second:.0%}", second - first, draw)


def paired_clusters(clusters: int) -> PairDesign:
    """The second side is better on some texts and worse on others."""

    def draw(rng: np.random.Generator) -> tuple[Floats, Floats, NDArray[np.intp]]:
        groups = _sizes(clusters, unequal=True, rng=rng)
        ease = rng.uniform(0.3, 0.6, clusters)
        gain = rng.uniform(-0.2, 0.3, clusters)
        one = rng.random(len(groups)) < ease[groups]
        two = rng.random(len(groups)) < (ease + gain)[groups]
        return 1.0 * one, 1.0 * two, groups

    return PairDesign(f"pairs of right or wrong, {clusters} clusters of 1–9", 0.05, draw)


def coverage(design: Design, rounds: int, seed: int = 7) -> float:
    rng = np.random.default_rng(seed)
    held = 0
    for _ in range(rounds):
        values, groups = design.draw(rng)
        bounds = (0.0, 1.0) if values.min() >= 0 and values.max() <= 1 else None
        found = mean_interval(values, clusters=groups, bounds=bounds)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= design.truth <= found.high
    return held / rounds


def run_pairs(design: PairDesign, rounds: int, seed: int = 7) -> list[Paired]:
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(rounds):
        one, two, groups = design.draw(rng)
        found.append(compare(one, two, clusters=groups))
    return found


def share_held(found: list[Paired], truth: float) -> float:
    return sum(one.low <= truth <= one.high for one in found if one.low is not None and one.high is not None) / len(
        found
    )


def share_held_by_bootstrap(found: list[Paired], truth: float) -> float:
    return sum(
        one.bootstrap_low <= truth <= one.bootstrap_high
        for one in found
        if one.bootstrap_low is not None and one.bootstrap_high is not None
    ) / len(found)


SINGLE = (
    binary(100, 0.5),
    binary(200, 0.8),
    binary(500, 0.95),
    graded(50),
    graded(500),
    clustered(20, 0.5, 0.3),
    clustered(50, 0.8, 0.3),
    clustered(50, 0.8, 0.3, unequal=True),
    clustered_grades(20, 0.5),
    clustered_grades(30, 0.5, unequal=True),
)
PAIRS = (
    paired_binary(100, 0.6, 0.7),
    paired_binary(400, 0.8, 0.8),
    paired_clusters(40),
)
HARD = (
    binary(20, 0.95),
    clustered(10, 0.8, 0.7, unequal=True),
    clustered(20, 0.95, 0.7, unequal=True),
    clustered(50, 0.95, 0.7, unequal=True),
)
"""Designs at the limits of the formulas: few, strongly correlated clusters that are almost all right."""
HARD_PAIRS = (paired_binary(15, 0.5, 0.6), paired_clusters(8))
