"""Flips: samples whose value differs between two entries."""

from enum import StrEnum
from typing import NamedTuple

import numpy as np

from .values import EntryValues, Matched


class FlipDirection(StrEnum):
    BETTER = "better"
    WORSE = "worse"
    ALL = "all"


class Flip(NamedTuple):
    first_position: int
    second_position: int
    change: float


def find_flips(
    first: EntryValues, second: EntryValues, *, direction: FlipDirection, skip: int, most: int
) -> tuple[list[Flip], bool]:
    """A page of flips, the largest changes first, and whether there are more."""
    matched = Matched.of(first, second)
    changes = matched.second - matched.first
    wanted = {
        FlipDirection.BETTER: changes > 0,
        FlipDirection.WORSE: changes < 0,
        FlipDirection.ALL: changes != 0,
    }[direction]
    places = np.flatnonzero(wanted)
    order = places[np.lexsort((matched.first_positions[places], -np.abs(changes[places])))]
    page = order[skip : skip + most]
    flips = [
        Flip(int(matched.first_positions[place]), int(matched.second_positions[place]), float(changes[place]))
        for place in page
    ]
    return flips, len(order) > skip + len(page)
