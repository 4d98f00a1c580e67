"""Seeded random numbers, difficulty levels, and vocabulary of the generators."""

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

Draw: TypeAlias = Callable[[Random, str], dict[str, Any]]
"""Generates one sample of a level."""

EASY, MEDIUM, HARD = LEVELS = ("easy", "medium", "hard")

NAMES = (
    "Amara",
    "Bruno",
    "Chiara",
    "Dmitri",
    "Elif",
    "Farid",
    "Greta",
    "Hiro",
    "Imani",
    "Jonas",
    "Kavya",
    "Luca",
    "Mirela",
    "Nadia",
    "Otto",
    "Priya",
    "Quentin",
    "Rosa",
    "Samir",
    "Tove",
    "Umut",
    "Vera",
    "Wanjiru",
    "Xenia",
    "Yusuf",
    "Zofia",
)
THINGS = (
    "apples",
    "stamps",
    "marbles",
    "postcards",
    "buttons",
    "seashells",
    "candles",
    "pencils",
    "tulips",
    "teacups",
    "notebooks",
    "bricks",
    "lanterns",
    "biscuits",
    "ribbons",
    "keys",
)
COLORS = ("red", "blue", "green", "yellow", "white", "black", "orange", "purple")


def seeded_random(seed: int, name: str, number: int) -> Random:
    """A separate random stream per sample, so that a longer list starts with the shorter one."""
    return Random(f"{name}:{seed}:{number}")  # noqa: S311 - a draw that can be repeated


def flip_coin(rng: Random) -> bool:
    return rng.randrange(2) == 0


def level_at(number: int) -> str:
    return LEVELS[number % len(LEVELS)]
