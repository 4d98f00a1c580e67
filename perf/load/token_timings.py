"""Simulated timings of model streams."""

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class TokenTiming:
    """The timing of one model's stream. Times are log-normal around their median; sizes are in characters."""

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


TIMINGS = (
    TokenTiming("fast, small chunks", 0.25, 0.3, (2, 6), 0.008, 0.5),
    TokenTiming("slow, large chunks", 0.9, 0.3, (30, 90), 0.45, 0.3),
    TokenTiming("bursty", 0.5, 0.4, (3, 8), 0.020, 0.4, burst=25),
    TokenTiming("thinks long, then fast", 4.0, 0.5, (3, 7), 0.012, 0.5),
    TokenTiming("steady and slow", 0.6, 0.3, (3, 6), 0.045, 0.2),
)


def draw_chunks(timing: TokenTiming, chance: random.Random) -> list[tuple[float, int]]:
    """Draw times and sizes of the chunks of one answer. The load of the provider varies between answers."""
    left = chance.randint(*timing.length)
    mood = chance.lognormvariate(0, 0.15)
    moment = timing.first * chance.lognormvariate(0, timing.first_spread)
    said, number = [], 0
    while left > 0:
        size = min(left, chance.randint(*timing.chunk))
        said.append((moment, size))
        left -= size
        number += 1
        if number % timing.burst == 0:
            moment += timing.burst * timing.gap * mood * chance.lognormvariate(0, timing.gap_spread)
    return said
