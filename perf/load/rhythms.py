"""How models speak: when how many characters come."""

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Rhythm:
    """How one model speaks. Times are log-normal around their median; sizes are in characters."""

    name: str
    first: float
    """Median seconds until the first chunk, with the spread below (sigma of the logarithm)."""
    first_spread: float
    chunk: tuple[int, int]
    """Fewest and most characters of a chunk."""
    gap: float
    gap_spread: float
    burst: int = 1
    """So many chunks come at once, then a pause of as many gaps."""
    length: tuple[int, int] = (300, 2500)
    """Characters of an answer. The same for all by default: length is visible in the finished answer anyway."""


RHYTHMS = (
    Rhythm("fast, small chunks", 0.25, 0.3, (2, 6), 0.008, 0.5),
    Rhythm("slow, large chunks", 0.9, 0.3, (30, 90), 0.45, 0.3),
    Rhythm("bursty", 0.5, 0.4, (3, 8), 0.020, 0.4, burst=25),
    Rhythm("thinks long, then fast", 4.0, 0.5, (3, 7), 0.012, 0.5),
    Rhythm("steady and slow", 0.6, 0.3, (3, 6), 0.045, 0.2),
)


def speak(rhythm: Rhythm, chance: random.Random) -> list[tuple[float, int]]:
    """When how many characters arrive: one answer, with a load of the provider that changes from answer to answer."""
    left = chance.randint(*rhythm.length)
    mood = chance.lognormvariate(0, 0.15)
    moment = rhythm.first * chance.lognormvariate(0, rhythm.first_spread)
    said, number = [], 0
    while left > 0:
        size = min(left, chance.randint(*rhythm.chunk))
        said.append((moment, size))
        left -= size
        number += 1
        if number % rhythm.burst == 0:
            moment += rhythm.burst * rhythm.gap * mood * chance.lognormvariate(0, rhythm.gap_spread)
    return said
