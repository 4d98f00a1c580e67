"""Logic puzzles with exactly one answer, found by exhaustive search."""

from itertools import pairwise, product
from random import Random
from typing import Any

from .seeds import COLORS, LEVELS, NAMES, flip_coin

_SIZE = dict(zip(LEVELS, (3, 5, 7), strict=True))
_SWAPS = dict(zip(LEVELS, (2, 5, 9), strict=True))
_KNIGHTS = dict(zip(LEVELS, (2, 3, 4), strict=True))
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def draw_puzzle(rng: Random, level: str) -> dict[str, Any]:
    puzzle = rng.choice((_order, _boxes, _knights, _sets))
    question, answer = puzzle(rng, level)
    return {"question": question, "answer": answer, "kind": puzzle.__name__.strip("_"), "level": level}


def _order(rng: Random, level: str) -> tuple[str, str]:
    people = rng.sample(NAMES, _SIZE[level])
    pairs = list(pairwise(people))
    clues = [
        f"{later} came in directly after {sooner}." if flip_coin(rng) else f"{sooner} came in directly before {later}."
        for sooner, later in pairs
    ]
    rng.shuffle(clues)
    place = rng.randrange(len(people))
    asked = "last" if place == len(people) - 1 and flip_coin(rng) else _PLACES[place]
    return f"{len(people)} people ran a race. {' '.join(clues)} Who came in {asked}?", people[place]


def _boxes(rng: Random, level: str) -> tuple[str, str]:
    people = rng.sample(NAMES, _SIZE[level])
    colors = rng.sample(COLORS, len(people))
    holds = dict(zip(people, colors, strict=True))
    told = " ".join(f"{person} has the {colour} ball." for person, colour in holds.items())
    swaps = []
    for _ in range(_SWAPS[level]):
        one, two = rng.sample(people, 2)
        holds[one], holds[two] = holds[two], holds[one]
        swaps.append(f"{one} and {two} swap balls.")
    asked = rng.choice(people)
    return f"{told} Then the following happens in this order. {' '.join(swaps)} Which colour is {asked}'s ball now?", (
        holds[asked]
    )


def _knights(rng: Random, level: str) -> tuple[str, str]:
    """Knights and knaves: draw claims until exactly one assignment is consistent."""
    people = rng.sample(NAMES, _KNIGHTS[level])
    while True:
        claims = [(rng.choice([p for p in range(len(people)) if p != me]), flip_coin(rng)) for me in range(len(people))]
        fits = [
            kinds
            for kinds in product((True, False), repeat=len(people))
            if all(kinds[me] == (kinds[other] == knight) for me, (other, knight) in enumerate(claims))
        ]
        # Claims about kinds alone also hold when all kinds are swapped, so one kind is given.
        given = rng.randrange(len(people))
        known = flip_coin(rng)
        left = [kinds for kinds in fits if kinds[given] == known]
        if len(left) == 1:
            break
    asked = rng.choice([place for place in range(len(people)) if place != given])
    said = " ".join(
        f'{people[me]} says: "{people[other]} is a {"knight" if knight else "knave"}."'
        for me, (other, knight) in enumerate(claims)
    )
    kind = {True: "knight", False: "knave"}
    return (
        f"Knights always tell the truth and knaves always lie. {said} It is known that {people[given]} is a "
        f"{kind[known]}. "
        f"What is {people[asked]}, a knight or a knave?"
    ), kind[left[0][asked]]


def _sets(rng: Random, level: str) -> tuple[str, str]:
    words = rng.sample(
        ("wugs", "blickets", "daxes", "toves", "borogoves", "snarks", "grues", "zorbs", "plims"), _SIZE[level]
    )
    rules = [f"All {a} are {b}." for a, b in pairwise(words)]
    rng.shuffle(rules)
    upwards = flip_coin(rng)
    low, high = sorted(rng.sample(range(len(words)), 2))
    one, two = (words[low], words[high]) if upwards else (words[high], words[low])
    return f"{' '.join(rules)} Does it follow that all {one} are {two}? Answer yes or no.", "yes" if upwards else "no"
