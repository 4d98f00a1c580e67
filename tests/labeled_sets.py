"""Reads labeled sets, and asserts that a function takes linear time."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HARD_TO_READ = (
    "a b c d ",
    "I am a ",
    "i am a openai ",
    "gpt, ",
    "z z a l p h a m o d e ",
    "Q2xhdWRl ",
    "AAAA",
    "$x^",
    "`",
    "((((",
    "Сlаudе ",
    "私は",
    "who who you ",
    '"a',
    "<a ",
    "\u200b",
    "0a",
    "write a story about a ",
    "in exactly 3 ",
    "x\n",
)
"""Texts that make backtracking or nested loops slow when repeated."""

_SLACK = 0.005
_RATIO = 30
"""Ten times the text takes ten times as long, up to 30 on a busy machine; quadratic time would be a hundred."""


def read_rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def assert_linear(function: Callable[[str], object]) -> None:
    slow = []
    for piece in HARD_TO_READ:
        short, long = ((piece * (size // len(piece) + 1))[:size] for size in (10_000, 100_000))
        small, large = _fastest(function, short, 1), _fastest(function, long, 1)
        if large > _RATIO * small + _SLACK:  # measure again: the machine may have been busy
            small, large = _fastest(function, short, 3), _fastest(function, long, 3)
        if large > _RATIO * small + _SLACK:
            slow.append(f"{piece!r}: {small * 1000:.1f} ms, then {large * 1000:.1f} ms")
    assert not slow, slow


def _fastest(function: Callable[[str], object], text: str, tries: int) -> float:
    times = []
    for _ in range(tries):
        start = time.thread_time()
        function(text)
        times.append(time.thread_time() - start)
    return min(times)
