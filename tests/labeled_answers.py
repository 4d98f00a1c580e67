"""Answers of models with their right readings, and what a suite of the product reads in them."""

import asyncio
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from llmbattler.benchmarks.suites.datasets.formats import recognize
from llmbattler.benchmarks.suites.definition.samples import SampleView
from llmbattler.benchmarks.suites.definition.spec import SuiteSpec
from llmbattler.benchmarks.suites.scoring.marks import Marker, ModelAnswer
from llmbattler.scorers.contract import Tools
from tests.labeled_sets import read_rows

Row = Mapping[str, Any]
DATA = Path(__file__).parent / "scorers/readers/data"
UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Counts:
    right: int
    wrong: int
    """Read as something else than a person reads, or read where two readings are possible."""
    unreadable: int
    """Not read although a person reads one answer."""

    @property
    def total(self) -> int:
        return self.right + self.wrong + self.unreadable


def read_answers(name: str, *, kind: str | None = None) -> list[Row]:
    """The labeled answers of one set.

    `working` and `frozen` are the halves of the set that was committed before the reader; look at failures of `working`
    only. `later` was written after the reader, and its failures were repaired.
    """
    rows = read_rows(DATA / ("answers_later.jsonl" if name == "later" else "answers.jsonl"))
    return [row for row in rows if name in {"later", find_half(row["text"])} and kind in {None, row["kind"]}]


def find_half(text: str) -> str:
    return "frozen" if int(hashlib.sha256(text.encode()).hexdigest(), 16) % 2 else "working"


def read_with_suite(row: Row) -> str | None:
    """What the suite that we suggest for GSM8K (numbers) or MMLU (choices) reads in an answer."""
    number = row["kind"] == "number"
    sample = SampleView(
        position=0,
        sample_id="0",
        fields={"question": "?"} if number else {"question": "?", "choices": row["options"]},
        target="0" if number else "A",
    )
    made = _make_marker(row["kind"], row["language"])
    said = ModelAnswer(text=row["text"])
    marks = asyncio.run(made.mark(sample, "?", said, Tools(), lambda one, _: one.target)).marks
    return marks[0].details.get("found" if number else "chosen")


@lru_cache(maxsize=100)
def _make_marker(kind: str, language: str) -> Marker:
    first: dict[str, Any] = {"question": "?", "answer": "#### 0"}
    if kind == "choice":
        first = {"question": "?", "choices": ["a", "b"], "answer": 0}
    found = recognize(list(first), first)
    assert found is not None
    spec = {
        "name": found.name,
        "language": language,
        "dataset": {"samples": [first]},
        "prompts": {"default": found.prompt},
        "extract": dict(found.extract),
        "scores": list(found.scores),
    }
    return Marker(SuiteSpec.model_validate(spec))


def is_right(row: Row, reading: str | None) -> bool:
    label: str = row["reading"]
    if reading is None or label == UNREADABLE:
        return (reading is None) == (label == UNREADABLE)
    if row["kind"] == "choice":
        return reading == label
    try:
        return Fraction(reading) == Fraction(label)
    except ValueError:
        return False


def count(rows: Sequence[Row], readings: Iterable[str | None]) -> Counts:
    pairs = list(zip(rows, readings, strict=True))
    right = sum(is_right(row, reading) for row, reading in pairs)
    unreadable = sum(reading is None and row["reading"] != UNREADABLE for row, reading in pairs)
    return Counts(right=right, wrong=len(pairs) - right - unreadable, unreadable=unreadable)
