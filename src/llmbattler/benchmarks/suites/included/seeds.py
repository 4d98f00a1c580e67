"""What the generators draw from: names and things of everyday life, and one stream of chance for each sample."""

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

Draw: TypeAlias = Callable[[Random, str], dict[str, Any]]
"""Makes one sample of a level."""

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


def chance_of(seed: int, name: str, number: int) -> Random:
    """A stream of its own for each sample: a longer list begins like the shorter one."""
    return Random(f"{name}:{seed}:{number}")  # noqa: S311 - a draw that can be repeated


def heads(chance: Random) -> bool:
    return chance.randrange(2) == 0


def level_of(number: int) -> str:
    return LEVELS[number % len(LEVELS)]
