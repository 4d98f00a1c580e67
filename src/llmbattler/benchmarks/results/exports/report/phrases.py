"""Formats the numbers and findings of a report as text."""

import math
from collections.abc import Sequence

from ...comparisons import headline
from ...schemas import DifferenceOut, EstimateIntervalOut
from .contents import Axis, Point, Tick

MINUS = "−"
NOTHING = "–"
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)
MOST_TICKS = 6
SMALLEST_P = 0.001
MINUTE_MS = 60_000
SECOND_MS = 1_000


def percent(share: float | None) -> str:
    return NOTHING if share is None else headline.percent(share)


def points(difference: float | None) -> str:
    """A difference of shares in percentage points, with its sign."""
    if difference is None:
        return NOTHING
    text = f"{abs(100 * difference):.1f}"
    return text if float(text) == 0 else f"{'+' if difference > 0 else MINUS}{text}"


def interval(found: EstimateIntervalOut) -> str:
    if found.low is None or found.high is None:
        return NOTHING
    return f"{100 * found.low:.1f} to {100 * found.high:.1f}"


def money(dollars: float | None) -> str:
    if dollars is None:
        return NOTHING
    if 0 < dollars < 0.01:  # noqa: PLR2004 - a cent
        return f"${dollars:.4f}"
    return f"${dollars:,.2f}"


def duration(milliseconds: float | None) -> str:
    if milliseconds is None:
        return NOTHING
    if milliseconds < SECOND_MS:
        return f"{milliseconds:.0f} ms"
    if milliseconds < MINUTE_MS:
        return f"{milliseconds / SECOND_MS:.1f} s"
    minutes, seconds = divmod(round(milliseconds / SECOND_MS), 60)
    return f"{minutes} min {seconds} s"


def count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def chance(p: float | None) -> str:
    if p is None:
        return ""
    return f"p < {SMALLEST_P}" if p < SMALLEST_P else f"p = {p:.3f}"


def verdict_sentence(found: DifferenceOut, best: str) -> str:
    """Explain a difference without statistical terms."""
    if found.difference is None or found.low is None or found.high is None:
        return "Too few answers in common for a comparison."
    low, high = abs(100 * found.low), abs(100 * found.high)
    if found.verdict == "worse":
        near, far = sorted((low, high))
        return f"Scores {near:.1f} to {far:.1f} points lower than {best}."
    if found.verdict == "better":
        near, far = sorted((low, high))
        return f"Scores {near:.1f} to {far:.1f} points higher than {best}."
    if found.verdict == "too few":
        return "Too few answers in common for a comparison."
    ending = ""
    if found.detectable is not None:
        ending = f" A clear difference would need about {100 * found.detectable:.1f} points."
    return (
        f"No clear difference: the true value may be anywhere from {_side(found.low)} to {_side(found.high)}.{ending}"
    )


def _side(difference: float) -> str:
    points_text = f"{abs(100 * difference):.1f} points"
    return f"{points_text} lower" if difference < 0 else f"{points_text} higher"


def make_axis(found: Sequence[Point], *, bounds: tuple[float, float], around: float | None = None) -> Axis:
    """An axis with round ticks that covers all these points."""
    ends = [end for point in found for end in (point.low, point.mean, point.high) if end is not None]
    ends += [] if around is None else [around]
    low, high = (min(ends), max(ends)) if ends else bounds
    room = max(high - low, 0.02) * 0.08
    low, high = max(bounds[0], low - room), min(bounds[1], high + room)
    step = next((step for step in _STEPS if (high - low) / step <= MOST_TICKS), 0.5)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    if first == last:
        last += 1
    signed = around is not None
    ticks = [Tick(number * step, _tick(number * step, signed=signed)) for number in range(first, last + 1)]
    return Axis(first * step, last * step, ticks)


def _tick(value: float, *, signed: bool) -> str:
    said = f"{abs(100 * value):.0f}"
    if not signed:
        return f"{said}%"
    return said if said == "0" else f"{'+' if value > 0 else MINUS}{said}"
