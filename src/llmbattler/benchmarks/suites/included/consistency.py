"""The same question in several wordings and orders of choices, to test consistency."""

from random import Random
from typing import Any

from .arithmetic import draw_problem
from .facts import order_facts
from .seeds import LEVELS, seeded_random

VARIANTS = 4
_FRAMES = (
    "{question}",
    "Please answer the following. {question}",
    "{question} Choose one.",
    "Here is a question from a quiz: {question}",
)


def list_variants(seed: int, count: int) -> list[dict[str, Any]]:
    """Four variants of each question in a row; half of the questions are arithmetic, half are facts."""
    facts = [fact for fact in order_facts(seeded_random(seed, "consistency-facts", 0)) if fact["kind"] == "capital"]
    samples: list[dict[str, Any]] = []
    number = 0
    while len(samples) < count:
        rng = seeded_random(seed, "consistency", number)
        question, right, wrong, level = _sum(rng, number) if number % 2 else _capital(facts, number)
        samples += _variants(rng, number, question, right, wrong, level)
        number += 1
    return samples[:count]


def _sum(rng: Random, number: int) -> tuple[str, str, list[str], str]:
    level = LEVELS[number % len(LEVELS)]
    problem = draw_problem(rng, level)
    right = problem["answer"]
    near = {right + step for step in (-10, -2, -1, 1, 2, 5, 10, 20)} - {right}
    return problem["question"], str(right), [str(value) for value in rng.sample(sorted(near), 3)], level


def _capital(facts: list[dict[str, Any]], number: int) -> tuple[str, str, list[str], str]:
    place = number // 2 % len(facts)
    others = [facts[(place + step) % len(facts)]["answer"][0] for step in (1, 2, 3)]
    return facts[place]["question"], facts[place]["answer"][0], others, facts[place]["level"]


def _variants(
    rng: Random, number: int, question: str, right: str, wrong: list[str], level: str
) -> list[dict[str, Any]]:
    made = []
    for frame in _FRAMES[:VARIANTS]:
        choices = [right, *wrong]
        rng.shuffle(choices)
        made.append(
            {
                "question": frame.format(question=question),
                "choices": choices,
                "answer": "ABCD"[choices.index(right)],
                "group": f"q{number + 1:03d}",
                "level": level,
            }
        )
    return made
