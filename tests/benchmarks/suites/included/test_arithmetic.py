"""The answers are solved again from the numbers in the question."""

import math
import re
from collections.abc import Callable

import pytest

from llmbattler.benchmarks.suites.included.arithmetic import draw_problem
from llmbattler.benchmarks.suites.included.seeds import LEVELS, seeded_random

SOLVE: dict[str, Callable[..., int]] = {
    "gives_away": lambda has, gives: has - gives,
    "boxes": lambda boxes, each, more: boxes * each + more,
    "shares": lambda people, total: total // people,
    "train": lambda start, off, on: start - off + on,
    "shopping": lambda a, price, b, other, paid: paid - a * price - b * other,
    "percent": lambda price, percent, pieces: price * (100 - percent) * pieces // 100,
    "speed": lambda first, slow, second, fast: first * slow + second * fast,
    "remainder": lambda total, size, _zero: total % size,
    "ages": lambda factor, now, later: now * factor + now + 2 * later,
    "tank": lambda start, minutes, into, out, pause: start + minutes * (into - out) - pause * out,
    "workers": lambda rate, people, days, total, more: (total - rate * people * days) // ((people + more) * rate),
    "mixture": lambda a, first, b, second, grams: (a * first + b * second) * grams // 100,
    "chain": lambda base, more, lost: 2 * (base + base // 3 + more) - lost,
    "calendar": lambda one, two, limit: limit // math.lcm(one, two),
}


@pytest.mark.parametrize("level", LEVELS)
def test_the_answer_follows_from_the_question(level: str) -> None:
    kinds = set()
    for seed in range(150):
        problem = draw_problem(seeded_random(seed, "test", 0), level)
        numbers = [int(one) for one in re.findall(r"\d+", problem["question"])]
        assert problem["answer"] == SOLVE[problem["kind"]](*numbers), problem
        assert problem["answer"] >= 0
        kinds.add(problem["kind"])
    assert len(kinds) >= 4
