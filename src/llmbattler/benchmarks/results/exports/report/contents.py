"""The contents of a report. Numbers in text are formatted; numbers in charts are not."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Fact:
    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A mean or a difference with its interval, for a chart."""

    mean: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Tick:
    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Axis:
    low: float
    high: float
    ticks: list[Tick]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRow:
    """One model with one prompt."""

    name: str
    point: Point
    score: str
    interval: str
    answers: str
    unparsed: str
    failed: str
    cost: str
    time: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceRow:
    """One line compared with the best one."""

    name: str
    point: Point
    text: str
    verdict: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    name: str
    outcome: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSample:
    number: str
    question: str
    target: str
    tally: str
    answers: list[ShownAnswer]
    left_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    title: str
    suite: str
    made_at: str
    site: str
    facts: list[Fact]
    summary: list[str]
    description: str
    asked: str
    lines: list[LineRow]
    axis: Axis
    best: str
    differences: list[DifferenceRow]
    difference_axis: Axis
    hardest: list[ShownSample]
    disputed: list[ShownSample]
    method: list[Fact]
    notes: list[str] = field(default_factory=list)
    """Shown at the top of the report."""
    cautions: list[str] = field(default_factory=list)
    """Warnings about the differences."""
