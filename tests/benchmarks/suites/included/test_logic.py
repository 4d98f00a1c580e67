"""The answers are solved again from the text of the question."""

import re
from itertools import permutations, product

import pytest

from llmbattler.benchmarks.suites.included.logic import draw_puzzle
from llmbattler.benchmarks.suites.included.seeds import LEVELS, seeded_random

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def solve_order(question: str) -> str:
    pairs = re.findall(r"(\w+) came in directly (after|before) (\w+)\.", question)
    before = [(b, a) if word == "after" else (a, b) for a, word, b in pairs]
    people = sorted({name for pair in before for name in pair})
    (order,) = (
        order
        for order in permutations(people)
        if all(order.index(sooner) + 1 == order.index(later) for sooner, later in before)
    )
    asked = re.search(r"Who came in (\w+)\?", question)
    assert asked is not None
    return order[-1] if asked[1] == "last" else order[PLACES.index(asked[1])]


def solve_boxes(question: str) -> str:
    holds = dict(re.findall(r"(\w+) has the (\w+) ball", question))
    for one, two in re.findall(r"(\w+) and (\w+) swap", question):
        holds[one], holds[two] = holds[two], holds[one]
    asked = re.search(r"Which colour is (\w+)'s ball", question)
    assert asked is not None
    return holds[asked[1]]


def solve_knights(question: str) -> str:
    claims = re.findall(r'(\w+) says: "(\w+) is a (\w+)\."', question)
    known = re.search(r"known that (\w+) is a (\w+)\. What is (\w+),", question)
    assert known is not None
    people = [one for one, _, _ in claims]
    fits = [
        kinds
        for values in product(("knight", "knave"), repeat=len(people))
        if (kinds := dict(zip(people, values, strict=True)))[known[1]] == known[2]
        and all((kinds[one] == "knight") == (kinds[other] == kind) for one, other, kind in claims)
    ]
    assert len(fits) == 1, question
    return fits[0][known[3]]


def solve_sets(question: str) -> str:
    rules = dict(re.findall(r"All (\w+) are (\w+)\.", question))
    asked = re.search(r"that all (\w+) are (\w+)\?", question)
    assert asked is not None
    current = asked[1]
    while current in rules and current != asked[2]:
        current = rules[current]
    return "yes" if current == asked[2] else "no"


SOLVE = {"order": solve_order, "boxes": solve_boxes, "knights": solve_knights, "sets": solve_sets}


@pytest.mark.parametrize("level", LEVELS)
def test_each_puzzle_has_exactly_the_given_answer(level: str) -> None:
    kinds = set()
    for seed in range(60):
        puzzle = draw_puzzle(seeded_random(seed, "test", 0), level)
        assert puzzle["answer"] == SOLVE[puzzle["kind"]](puzzle["question"]), puzzle
        kinds.add(puzzle["kind"])
    assert kinds == set(SOLVE)
