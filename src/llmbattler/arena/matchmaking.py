"""Who meets whom: pure, and tested by simulation."""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Contestant:
    model_id: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Pairing:
    left: str
    right: str
    probability: float
    """That this pair was drawn, sides apart; stored, so that an analysis can weigh by it."""


def draw_pair(
    contestants: Sequence[Contestant], *, previous: Collection[str] = (), chance: random.Random
) -> Pairing | None:
    """Draw two different contestants by weight, sides by coin; `None` with fewer than two.

    Those who met in the previous battle of the session are left out where enough others remain; with three
    contestants at least one is new, with two the same pair meets again.
    """
    able = [one for one in contestants if one.weight > 0]
    fresh = [one for one in able if one.model_id not in previous]
    if len(able) < 2:  # noqa: PLR2004 - a pair
        return None
    if len(fresh) >= 2:  # noqa: PLR2004
        first, second, probability = _draw_two(fresh, chance)
    elif len(fresh) == 1:
        used = [one for one in able if one.model_id in previous]
        first, second = fresh[0], _draw_one(used, chance)
        probability = second.weight / sum(one.weight for one in used)
    else:
        first, second, probability = _draw_two(able, chance)
    left, right = (first, second) if chance.random() < 0.5 else (second, first)  # noqa: PLR2004 - a coin
    return Pairing(left.model_id, right.model_id, probability)


def _draw_one(pool: Sequence[Contestant], chance: random.Random) -> Contestant:
    return chance.choices(pool, weights=[one.weight for one in pool])[0]


def _draw_two(pool: Sequence[Contestant], chance: random.Random) -> tuple[Contestant, Contestant, float]:
    first = _draw_one(pool, chance)
    second = _draw_one([one for one in pool if one is not first], chance)
    total = sum(one.weight for one in pool)
    share_first, share_second = first.weight / total, second.weight / total
    # Either may have come first.
    either = share_first * share_second / (1 - share_first) + share_second * share_first / (1 - share_second)
    return first, second, either
