"""Draws the two contestants of a battle."""

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
    """The probability of this pair, whichever side each is on; stored, so that an analysis can weight by it."""


def draw_pair(
    candidates: Sequence[Candidate],
    *,
    previous: Collection[str] = (),
    odds: Mapping[tuple[str, str], float] | None = None,
    chance: random.Random,
) -> Pairing | None:
    """Draw two different candidates by weight or by the odds of each pair, and draw their sides.

    Return `None` with fewer than two candidates. Candidates of the previous battle of the session are left out where
    enough others remain; with three candidates at least one is new, with two the same pair meets again.
    """
    able = [one for one in candidates if one.weight > 0]
    fresh = [one for one in able if one.id not in previous]
    if len(able) < 2:  # noqa: PLR2004 - a pair
        return None
    known = _list_odds(able, fresh, odds or {})
    if known:
        first, second, probability = _draw_by_odds(known, chance)
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


def _list_odds(
    able: Sequence[Candidate], fresh: Sequence[Candidate], odds: Mapping[tuple[str, str], float]
) -> dict[tuple[Candidate, Candidate], float]:
    """Return the odds of the pairs that may meet now; empty when the odds of any pair are unknown."""
    if len(fresh) == 1:
        pairs = [(fresh[0], other) for other in able if other is not fresh[0]]
    else:
        pairs = list(combinations(fresh or able, 2))
    known = {pair: odds.get(_key(*pair), -1.0) for pair in pairs}
    return known if known and min(known.values()) >= 0 and sum(known.values()) > 0 else {}


def _key(one: Candidate, other: Candidate) -> tuple[str, str]:
    first, second = sorted((one.id, other.id))
    return first, second


def _draw_by_odds(
    known: Mapping[tuple[Candidate, Candidate], float], chance: random.Random
) -> tuple[Candidate, Candidate, float]:
    pairs = list(known)
    first, second = chance.choices(pairs, weights=list(known.values()))[0]
    return first, second, known[first, second] / sum(known.values())


def _draw_one(pool: Sequence[Candidate], chance: random.Random) -> Candidate:
    return chance.choices(pool, weights=[one.weight for one in pool])[0]


def _draw_two(pool: Sequence[Candidate], chance: random.Random) -> tuple[Candidate, Candidate, float]:
    first = _draw_one(pool, chance)
    second = _draw_one([one for one in pool if one is not first], chance)
    total = sum(one.weight for one in pool)
    # Either may be drawn first. Sum the weights of the others: subtracting from the total loses tiny weights.
    after_first, after_second = (sum(one.weight for one in pool if one is not drawn) for drawn in (first, second))
    both = first.weight * second.weight / total
    return first, second, both / after_first + both / after_second
