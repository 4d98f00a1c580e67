"""The labelled sets, and the measure that tells linear time from worse."""

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
"""Pieces that send backtracking or nested loops astray when repeated."""

_SLACK = 0.005
_RATIO = 30
"""Ten times the text may take ten times as long, and a busy machine may triple that; a square would take a hundred."""


def read(name: str) -> list[dict[str, Any]]:
    path = Path(__file__).parent / "data" / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()]


def assert_linear(judge: Callable[[str], object]) -> None:
    slow = []
    for piece in HARD_TO_READ:
        short, long = ((piece * (size // len(piece) + 1))[:size] for size in (10_000, 100_000))
        small, large = _fastest(judge, short, 1), _fastest(judge, long, 1)
        if large > _RATIO * small + _SLACK:  # perhaps only the machine was busy: look again
            small, large = _fastest(judge, short, 3), _fastest(judge, long, 3)
        if large > _RATIO * small + _SLACK:
            slow.append(f"{piece!r}: {small * 1000:.1f} ms, then {large * 1000:.1f} ms")
    assert not slow, slow


def _fastest(judge: Callable[[str], object], text: str, tries: int) -> float:
    times = []
    for _ in range(tries):
        start = time.thread_time()
        judge(text)
        times.append(time.thread_time() - start)
    return min(times)
