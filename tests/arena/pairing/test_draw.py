"""Simulated draws with fixed seeds; the bounds follow from the distributions."""

import random
from collections import Counter
from itertools import combinations
from math import sqrt
from statistics import NormalDist

import pytest

from llmbattler.arena.pairing.draw import Candidate, Pairing, draw_pair

DRAWS = 10_000


def binomial_p(successes: int, draws: int) -> float:
    """Two-sided, for a fair coin; the normal curve is close enough for thousands of draws."""
    distance = max(0.0, abs(successes - draws / 2) - 0.5)
    return 2 * (1 - NormalDist(0, sqrt(draws) / 2).cdf(distance))


def chi_square(observed: dict[frozenset[str], int], expected: dict[frozenset[str], float]) -> float:
    return sum((observed.get(pair, 0) - count) ** 2 / count for pair, count in expected.items())


def draw(contestants: list[Candidate], chance: random.Random, previous: tuple[str, ...] = ()) -> Pairing:
    pairing = draw_pair(contestants, previous=previous, chance=chance)
    assert pairing is not None
    assert pairing.left != pairing.right
    return pairing


def named(*names: str) -> list[Candidate]:
    return [Candidate(name) for name in names]


def test_s06_sides_are_a_fair_coin_for_every_pair() -> None:
    chance = random.Random(6)  # noqa: S311 - a simulation
    for pair in (named("a", "b"), [Candidate("a", 0.1), Candidate("b", 9.0)]):
        left = sum(draw(pair, chance).left == "a" for _ in range(DRAWS))
        assert binomial_p(left, DRAWS) > 0.001


def test_pairs_are_uniform_by_default() -> None:
    chance = random.Random(1)  # noqa: S311
    names = "abcde"
    seen: Counter[frozenset[str]] = Counter()
    for _ in range(DRAWS):
        pairing = draw(named(*names), chance)
        seen[frozenset((pairing.left, pairing.right))] += 1
        assert pairing.probability == pytest.approx(1 / 10)
    expected = {frozenset(pair): DRAWS / 10 for pair in combinations(names, 2)}
    assert chi_square(seen, expected) < 27.88  # p = 0.001 with 9 degrees of freedom


def test_the_stored_probability_is_the_frequency() -> None:
    chance = random.Random(2)  # noqa: S311
    field = [Candidate("a", 1.0), Candidate("b", 2.0), Candidate("c", 4.0), Candidate("d", 0.5)]
    seen: Counter[frozenset[str]] = Counter()
    stated: dict[frozenset[str], float] = {}
    for _ in range(DRAWS):
        pairing = draw(field, chance)
        pair = frozenset((pairing.left, pairing.right))
        seen[pair] += 1
        assert stated.setdefault(pair, pairing.probability) == pytest.approx(pairing.probability)
    assert sum(stated.values()) == pytest.approx(1.0)
    assert chi_square(seen, {pair: chance_ * DRAWS for pair, chance_ in stated.items()}) < 20.52  # 5 degrees


def test_a_heavier_model_is_drawn_more_often_and_a_weightless_one_never() -> None:
    chance = random.Random(3)  # noqa: S311
    field = [Candidate("a", 3.0), Candidate("b"), Candidate("c"), Candidate("d"), Candidate("never", 0.0)]
    drawn: Counter[str] = Counter()
    for _ in range(DRAWS):
        pairing = draw(field, chance)
        drawn.update((pairing.left, pairing.right))
    assert drawn["never"] == 0
    assert drawn["a"] > 1.4 * max(drawn["b"], drawn["c"], drawn["d"])


@pytest.mark.parametrize("names", ["", "a"])
def test_a_single_model_gives_no_pair(names: str) -> None:
    assert draw_pair(named(*names), chance=random.Random(0)) is None  # noqa: S311
    assert draw_pair([*named(*names), Candidate("never", 0.0)], chance=random.Random(0)) is None  # noqa: S311


def test_two_meet_again_and_the_sides_are_drawn_again() -> None:
    chance = random.Random(4)  # noqa: S311
    left = 0
    for _ in range(DRAWS):
        pairing = draw(named("a", "b"), chance, previous=("a", "b"))
        assert {pairing.left, pairing.right} == {"a", "b"}
        assert pairing.probability == 1.0
        left += pairing.left == "a"
    assert binomial_p(left, DRAWS) > 0.001


def test_of_three_at_least_one_is_new() -> None:
    chance = random.Random(5)  # noqa: S311
    field = [Candidate("a", 1.0), Candidate("b", 3.0), Candidate("c", 1.0)]
    seen: Counter[str] = Counter()
    for _ in range(DRAWS):
        pairing = draw(field, chance, previous=("a", "b"))
        other = ({pairing.left, pairing.right} - {"c"}).pop()
        seen[other] += 1
        assert "c" in {pairing.left, pairing.right}
        assert pairing.probability == pytest.approx(0.75 if other == "b" else 0.25)
    assert seen["b"] / DRAWS == pytest.approx(0.75, abs=0.02)


def test_of_four_or_more_both_are_new() -> None:
    chance = random.Random(7)  # noqa: S311
    seen: Counter[frozenset[str]] = Counter()
    for _ in range(1000):
        pairing = draw(named("a", "b", "c", "d"), chance, previous=("a", "b"))
        assert {pairing.left, pairing.right} == {"c", "d"}
        assert pairing.probability == pytest.approx(1.0)
        five = draw(named("a", "b", "c", "d", "e"), chance, previous=("a", "b"))
        seen[frozenset((five.left, five.right))] += 1
        assert five.probability == pytest.approx(1 / 3)
    assert set(seen) == {frozenset(pair) for pair in combinations("cde", 2)}


def test_a_previous_model_that_left_the_site_is_no_obstacle() -> None:
    pairing = draw(named("b", "c"), random.Random(0), previous=("a", "b"))  # noqa: S311
    assert {pairing.left, pairing.right} == {"b", "c"}
    assert pairing.probability == 1.0


def test_v22_every_model_gets_its_share_of_a_long_session() -> None:
    """In sessions of many battles, each of n models is in 2/n of them, give or take five percent."""
    chance = random.Random(22)  # noqa: S311
    for names in ("abc", "abcd", "abcdefgh"):
        drawn: Counter[str] = Counter()
        previous: tuple[str, ...] = ()
        for _ in range(DRAWS):
            pairing = draw(named(*names), chance, previous=previous)
            assert 0 < pairing.probability <= 1
            previous = (pairing.left, pairing.right)
            drawn.update(previous)
        fair = 2 * DRAWS / len(names)
        assert all(abs(count - fair) < 0.05 * fair for count in drawn.values()), (names, drawn)


def test_odds_decide_where_they_are_known() -> None:
    chance = random.Random(7)  # noqa: S311
    odds = {("a", "b"): 0.1, ("a", "c"): 0.2, ("b", "c"): 0.7}
    seen: Counter[frozenset[str]] = Counter()
    for _ in range(DRAWS):
        pairing = draw_pair(named("c", "b", "a"), odds=odds, chance=chance)
        assert pairing is not None
        pair = sorted((pairing.left, pairing.right))
        assert pairing.probability == pytest.approx(odds[pair[0], pair[1]])
        seen[frozenset(pair)] += 1
    assert chi_square(seen, {frozenset(pair): DRAWS * odd for pair, odd in odds.items()}) < 13.82  # p = 0.001


def test_odds_keep_to_those_who_may_meet() -> None:
    chance = random.Random(8)  # noqa: S311
    odds = dict.fromkeys(combinations("abcd", 2), 1 / 6)
    for _ in range(50):
        fresh = draw_pair(named(*"abcd"), previous=("a", "b"), odds=odds, chance=chance)
        assert fresh is not None
        assert {fresh.left, fresh.right} == {"c", "d"}
        assert fresh.probability == pytest.approx(1)
        third = draw_pair(named(*"abc"), previous=("a", "b"), odds=odds, chance=chance)
        assert third is not None
        assert "c" in {third.left, third.right}
        assert third.probability == pytest.approx(0.5)


def test_a_model_without_odds_is_drawn_by_weight() -> None:
    chance = random.Random(9)  # noqa: S311
    met = {
        frozenset((pairing.left, pairing.right))
        for _ in range(200)
        if (pairing := draw_pair(named(*"abc"), odds={("a", "b"): 1.0}, chance=chance))
    }
    assert len(met) == 3


def test_a_tiny_weight_stops_nobody() -> None:
    pairing = draw_pair([Candidate("a", 1000), Candidate("b", 1e-15)], chance=random.Random(1))  # noqa: S311
    assert pairing is not None
    assert {pairing.left, pairing.right} == {"a", "b"}
    assert pairing.probability == pytest.approx(1)
