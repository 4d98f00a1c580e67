"""The same question again and again: other words, other order of the choices. Whoever knows it, knows it each time."""

from random import Random
from typing import Any

from .arithmetic import draw_problem
from .facts import order_facts
from .seeds import LEVELS, chance_of

VARIANTS = 4
_FRAMES = (
    "{question}",
    "Please answer the following. {question}",
    "{question} Choose one.",
    "Here is a question from a quiz: {question}",
)


def list_variants(seed: int, count: int) -> list[dict[str, Any]]:
    """Four of each question, one after the other; half of the questions are sums, half are facts."""
    facts = [fact for fact in order_facts(chance_of(seed, "consistency-facts", 0)) if fact["kind"] == "capital"]
    samples: list[dict[str, Any]] = []
    number = 0
    while len(samples) < count:
        chance = chance_of(seed, "consistency", number)
        question, right, wrong, level = _sum(chance, number) if number % 2 else _capital(facts, number)
        samples += _variants(chance, number, question, right, wrong, level)
        number += 1
    return samples[:count]


def _sum(chance: Random, number: int) -> tuple[str, str, list[str], str]:
    level = LEVELS[number % len(LEVELS)]
    problem = draw_problem(chance, level)
    right = problem["answer"]
    near = {right + step for step in (-10, -2, -1, 1, 2, 5, 10, 20)} - {right}
    return problem["question"], str(right), [str(value) for value in chance.sample(sorted(near), 3)], level


def _capital(facts: list[dict[str, Any]], number: int) -> tuple[str, str, list[str], str]:
    place = number // 2 % len(facts)
    others = [facts[(place + step) % len(facts)]["answer"][0] for step in (1, 2, 3)]
    return facts[place]["question"], facts[place]["answer"][0], others, facts[place]["level"]


def _variants(
    chance: Random, number: int, question: str, right: str, wrong: list[str], level: str
) -> list[dict[str, Any]]:
    made = []
    for frame in _FRAMES[:VARIANTS]:
        choices = [right, *wrong]
        chance.shuffle(choices)
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
