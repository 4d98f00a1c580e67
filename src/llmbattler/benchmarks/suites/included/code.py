"""Python functions to write, with tests. Each family has random parameters and a reference solution."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from .seeds import EASY, HARD, MEDIUM, flip_coin

TESTS = 6
_WORDS = ("river", "stone", "level", "noon", "paper", "radar", "window", "cloud", "stats", "bridge", "refer", "lamp")


@dataclass(frozen=True, slots=True)
class Task:
    name: str
    words: str
    """Description of the function."""
    solve: Callable[..., Any]
    arguments: Callable[[Random], tuple[Any, ...]]


def draw_task(rng: Random, level: str) -> dict[str, Any]:
    task = rng.choice(_FAMILIES[level])(rng)
    asserts = []
    for _ in range(TESTS):
        given = task.arguments(rng)
        asserts.append(f"assert {task.name}({', '.join(map(repr, given))}) == {task.solve(*given)!r}")
    return {
        "question": f"Write a Python function `{task.name}`. {task.words}",
        "entry_point": task.name,
        "tests": asserts,
        "level": level,
    }


def _numbers(rng: Random) -> tuple[list[int]]:
    return ([rng.randint(-30, 60) for _ in range(rng.randint(0, 10))],)


def _words(rng: Random) -> tuple[list[str]]:
    return ([rng.choice(_WORDS) for _ in range(rng.randint(0, 8))],)


def _line(rng: Random) -> tuple[str]:
    return (" ".join(rng.choice(_WORDS) for _ in range(rng.randint(1, 7))),)


def _sum_multiples(rng: Random) -> Task:
    k, low = rng.randint(2, 7), rng.randint(-10, 20)
    words = (
        f"It takes a list of integers and returns the sum of those that are divisible by {k} and greater than {low}."
    )
    return Task("sum_selected", words, lambda xs: sum(x for x in xs if x % k == 0 and x > low), _numbers)


def _clip(rng: Random) -> Task:
    low = rng.randint(-20, 5)
    high = low + rng.randint(10, 40)
    words = (
        f"It takes a list of integers and returns a new list in which everything below {low} is {low} and "
        f"everything above "
        f"{high} is {high}."
    )
    return Task("clip_all", words, lambda xs: [min(max(x, low), high) for x in xs], _numbers)


def _long_words(rng: Random) -> Task:
    size = rng.randint(4, 6)
    words = f"It takes a string and returns how many of its words, separated by spaces, have at least {size} letters."
    return Task("count_long_words", words, lambda line: sum(len(word) >= size for word in line.split()), _line)


def _every_nth(rng: Random) -> Task:
    step, shift = rng.randint(2, 4), rng.randint(0, 1)
    words = (
        f"It takes a list of integers and returns every {step}th element, beginning with the one at index "
        f"{shift}, each "
        "multiplied by its index in the original list."
    )
    return Task(
        "weighted_pick",
        words,
        lambda xs: [x * i for i, x in enumerate(xs) if i >= shift and (i - shift) % step == 0],
        _numbers,
    )


def _runs(rng: Random) -> Task:
    mark = rng.choice("-:*/")
    words = (
        f'It takes a string and replaces every run of the same character by the character, the sign "{mark}" and '
        f"the length of "
        f'the run; runs of length one stay as they are. "aab" becomes "a{mark}2b".'
    )

    def solve(text: str) -> str:
        out, place = [], 0
        while place < len(text):
            end = place
            while end < len(text) and text[end] == text[place]:
                end += 1
            out.append(text[place] if end - place == 1 else f"{text[place]}{mark}{end - place}")
            place = end
        return "".join(out)

    return Task("squeeze", words, solve, lambda c: ("".join(c.choice("abc") for _ in range(c.randint(0, 12))),))


def _rotate(rng: Random) -> Task:
    shift = rng.randint(2, 11)
    words = (
        f"It takes a string and moves every small letter a to z by {shift} places in the alphabet, beginning anew "
        f"after z; "
        "everything else stays."
    )

    def solve(text: str) -> str:
        return "".join(chr((ord(c) - 97 + shift) % 26 + 97) if "a" <= c <= "z" else c for c in text)

    return Task("shift_letters", words, solve, lambda c: (_line(c)[0].title() if flip_coin(c) else _line(c)[0],))


def _group(rng: Random) -> Task:
    key, words = rng.choice(((len, "length"), (lambda word: word[0], "first letter")))
    sentence = (
        f"It takes a list of words and returns a dictionary from each {words} to the list of the words that have "
        f"it, sorted "
        "alphabetically and without repetitions."
    )
    return Task(
        "group_words",
        sentence,
        lambda given: {name: sorted({word for word in given if key(word) == name}) for name in map(key, given)},
        _words,
    )


def _second(rng: Random) -> Task:
    place, default = rng.choice(((2, -1), (3, 0)))
    which = {2: "second", 3: "third"}[place]
    words = (
        f"It takes a list of integers and returns the {which} largest of its different values, or {default} if there "
        "are fewer."
    )

    def solve(xs: list[int]) -> int:
        values = sorted(set(xs), reverse=True)
        return values[place - 1] if len(values) >= place else default

    return Task("nth_largest", words, solve, _numbers)


def _intervals(rng: Random) -> Task:
    gap = rng.randint(0, 3)
    words = (
        "It takes a list of pairs (start, end) and returns the list of merged pairs as tuples, sorted by start: "
        "two pairs "
        f"are merged when the second begins at most {gap} after the first ends."
    )

    def solve(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
        merged: list[tuple[int, int]] = []
        for start, end in sorted(pairs):
            if merged and start <= merged[-1][1] + gap:
                merged[-1] = (merged[-1][0], max(merged[-1][1], end))
            else:
                merged.append((start, end))
        return merged

    def given(c: Random) -> tuple[list[tuple[int, int]]]:
        starts = [c.randint(0, 40) for _ in range(c.randint(0, 6))]
        return ([(start, start + c.randint(0, 9)) for start in starts],)

    return Task("merge_pairs", words, solve, given)


def _window(rng: Random) -> Task:
    size = rng.randint(2, 4)
    words = (
        f"It takes a list of integers and returns the largest sum of {size} neighbouring elements, or 0 if the "
        f"list has fewer "
        f"than {size}."
    )
    return Task(
        "best_window",
        words,
        lambda xs: max((sum(xs[i : i + size]) for i in range(len(xs) - size + 1)), default=0),
        _numbers,
    )


def _balance(rng: Random) -> Task:
    pairs = rng.choice(("()[]", "(){}", "[]<>"))
    words = (
        f'It takes a string and returns the length of its longest beginning in which all brackets "{pairs}" are '
        f"properly "
        "nested and closed; other characters do not matter. The empty string has length 0."
    )
    closing = {pairs[1]: pairs[0], pairs[3]: pairs[2]}

    def solve(text: str) -> int:
        stack: list[str] = []
        best = 0
        for place, sign in enumerate(text, 1):
            if sign in closing.values():
                stack.append(sign)
            elif sign in closing and (not stack or stack.pop() != closing[sign]):
                return best
            if not stack:
                best = place
        return best

    return Task(
        "nested_prefix", words, solve, lambda c: ("".join(c.choice(f"{pairs}x") for _ in range(c.randint(0, 12))),)
    )


def _coins(rng: Random) -> Task:
    coins = sorted({1, *rng.sample((2, 3, 4, 5, 7, 8, 9), 3)})
    words = (
        f"It takes a whole number that is not negative and returns the smallest number of coins with the values "
        f"{', '.join(map(str, coins))} that make up exactly this amount."
    )

    def solve(amount: int) -> int:
        best = [0] * (amount + 1)
        for value in range(1, amount + 1):
            best[value] = 1 + min(best[value - coin] for coin in coins if coin <= value)
        return best[amount]

    return Task("fewest_coins", words, solve, lambda c: (c.randint(0, 60),))


_FAMILIES = {
    EASY: (_sum_multiples, _clip, _long_words, _every_nth),
    MEDIUM: (_runs, _rotate, _group, _second),
    HARD: (_intervals, _window, _balance, _coins),
}
