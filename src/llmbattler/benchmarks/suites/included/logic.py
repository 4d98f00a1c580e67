"""Puzzles with one answer, found by trying everything."""

from itertools import pairwise, product
from random import Random
from typing import Any

from .seeds import COLORS, LEVELS, NAMES, heads

_SIZE = dict(zip(LEVELS, (3, 5, 7), strict=True))
_SWAPS = dict(zip(LEVELS, (2, 5, 9), strict=True))
_KNIGHTS = dict(zip(LEVELS, (2, 3, 4), strict=True))
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def draw_puzzle(chance: Random, level: str) -> dict[str, Any]:
    puzzle = chance.choice((_order, _boxes, _knights, _sets))
    question, answer = puzzle(chance, level)
    return {"question": question, "answer": answer, "kind": puzzle.__name__.strip("_"), "level": level}


def _order(chance: Random, level: str) -> tuple[str, str]:
    people = chance.sample(NAMES, _SIZE[level])
    pairs = list(pairwise(people))
    clues = [
        f"{later} came in directly after {sooner}." if heads(chance) else f"{sooner} came in directly before {later}."
        for sooner, later in pairs
    ]
    chance.shuffle(clues)
    place = chance.randrange(len(people))
    asked = "last" if place == len(people) - 1 and heads(chance) else _PLACES[place]
    return f"{len(people)} people ran a race. {' '.join(clues)} Who came in {asked}?", people[place]


def _boxes(chance: Random, level: str) -> tuple[str, str]:
    people = chance.sample(NAMES, _SIZE[level])
    colours = chance.sample(COLORS, len(people))
    holds = dict(zip(people, colours, strict=True))
    told = " ".join(f"{person} has the {colour} ball." for person, colour in holds.items())
    swaps = []
    for _ in range(_SWAPS[level]):
        one, two = chance.sample(people, 2)
        holds[one], holds[two] = holds[two], holds[one]
        swaps.append(f"{one} and {two} swap balls.")
    asked = chance.choice(people)
    return f"{told} Then the following happens in this order. {' '.join(swaps)} Which colour is {asked}'s ball now?", (
        holds[asked]
    )


def _knights(chance: Random, level: str) -> tuple[str, str]:
    """Everybody says something about somebody; drawn again until exactly one way of telling the truth fits."""
    people = chance.sample(NAMES, _KNIGHTS[level])
    while True:
        claims = [
            (chance.choice([p for p in range(len(people)) if p != me]), heads(chance)) for me in range(len(people))
        ]
        fits = [
            kinds
            for kinds in product((True, False), repeat=len(people))
            if all(kinds[me] == (kinds[other] == knight) for me, (other, knight) in enumerate(claims))
        ]
        # A statement about another's kind alone always has a mirror image, so one kind is given away.
        given = chance.randrange(len(people))
        known = heads(chance)
        left = [kinds for kinds in fits if kinds[given] == known]
        if len(left) == 1:
            break
    asked = chance.choice([place for place in range(len(people)) if place != given])
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


def _sets(chance: Random, level: str) -> tuple[str, str]:
    words = chance.sample(
        ("wugs", "blickets", "daxes", "toves", "borogoves", "snarks", "grues", "zorbs", "plims"), _SIZE[level]
    )
    rules = [f"All {a} are {b}." for a, b in pairwise(words)]
    chance.shuffle(rules)
    upwards = heads(chance)
    low, high = sorted(chance.sample(range(len(words)), 2))
    one, two = (words[low], words[high]) if upwards else (words[high], words[low])
    return f"{' '.join(rules)} Does it follow that all {one} are {two}? Answer yes or no.", "yes" if upwards else "no"
