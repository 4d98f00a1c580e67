"""Who meets whom: pure, and tested by simulation."""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Candidate:
    id: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Pairing:
    left: str
    right: str
    probability: float
    """That this pair was drawn, sides apart; stored, so that an analysis can weigh by it."""


def draw_pair(
    candidates: Sequence[Candidate],
    *,
    previous: Collection[str] = (),
    odds: Mapping[tuple[str, str], float] | None = None,
    chance: random.Random,
) -> Pairing | None:
    """Draw two different candidates by weight, or by the odds of each pair; sides by coin; `None` with fewer than two.

    Those who met in the previous battle of the session are left out where enough others remain; with three
    candidates at least one is new, with two the same pair meets again.
    """
    able = [one for one in candidates if one.weight > 0]
    fresh = [one for one in able if one.id not in previous]
    if len(able) < 2:  # noqa: PLR2004 - a pair
        return None
    told = _by_odds(able, fresh, odds or {})
    if told:
        first, second, probability = _draw_told(told, chance)
    elif len(fresh) >= 2:  # noqa: PLR2004
        first, second, probability = _draw_two(fresh, chance)
    elif len(fresh) == 1:
        used = [one for one in able if one.id in previous]
        first, second = fresh[0], _draw_one(used, chance)
        probability = second.weight / sum(one.weight for one in used)
    else:
        first, second, probability = _draw_two(able, chance)
    left, right = (first, second) if chance.random() < 0.5 else (second, first)  # noqa: PLR2004 - a coin
    return Pairing(left.id, right.id, probability)


def _by_odds(
    able: Sequence[Candidate], fresh: Sequence[Candidate], odds: Mapping[tuple[str, str], float]
) -> dict[tuple[Candidate, Candidate], float]:
    """The odds of the pairs that may meet now; empty when those of a pair are not known yet."""
    if len(fresh) == 1:
        pairs = [(fresh[0], other) for other in able if other is not fresh[0]]
    else:
        pairs = list(combinations(fresh or able, 2))
    told = {pair: odds.get(_key(*pair), -1.0) for pair in pairs}
    return told if told and min(told.values()) >= 0 and sum(told.values()) > 0 else {}


def _key(one: Candidate, other: Candidate) -> tuple[str, str]:
    first, second = sorted((one.id, other.id))
    return first, second


def _draw_told(
    told: Mapping[tuple[Candidate, Candidate], float], chance: random.Random
) -> tuple[Candidate, Candidate, float]:
    pairs = list(told)
    first, second = chance.choices(pairs, weights=list(told.values()))[0]
    return first, second, told[first, second] / sum(told.values())


def _draw_one(pool: Sequence[Candidate], chance: random.Random) -> Candidate:
    return chance.choices(pool, weights=[one.weight for one in pool])[0]


def _draw_two(pool: Sequence[Candidate], chance: random.Random) -> tuple[Candidate, Candidate, float]:
    first = _draw_one(pool, chance)
    second = _draw_one([one for one in pool if one is not first], chance)
    total = sum(one.weight for one in pool)
    # Either may have come first. The others are added up: beside a tiny weight, all but it would be nothing.
    after_first, after_second = (sum(one.weight for one in pool if one is not drawn) for drawn in (first, second))
    both = first.weight * second.weight / total
    return first, second, both / after_first + both / after_second
