"""Numbers, with tolerance."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from pydantic import Field

from ..comparison import find_answer, list_targets, unparsed
from ..contract import Case, Score, Tools
from ..errors import NoTarget
from ..options import StrictOptions
from ..readers.notation import Written, write_number
from ..readers.numbers import NO_NUMBER, Reading, list_numbers, read_number

_UNIT = re.compile(r"\s?\*{0,2}\s?(?P<unit>[^\W\d_]{1,20}(?:[/^][\w]{1,10})?|°[A-Z]?|[%$€£¥])")


@dataclass(frozen=True, slots=True)
class _Said:
    """The numbers of an answer that count."""

    values: Sequence[Fraction]
    statement: str = ""
    """The part of the answer that states the result."""
    doubt: str = ""
    """Why there are none."""


_NOTHING = _Said([], doubt=NO_NUMBER)


class Number:
    r"""The number that the answer states as its result equals the target, within a tolerance.

    Reads `1,234.5`, `−3`, `3/4`, `1½`, `\frac{3}{4}`, `1.2 × 10⁵`, `$3k`, `twelve` and a `\boxed{…}`. What `1.234`
    means depends on the language of the suite or sample. An answer without a number is unreadable, and so is one with
    two possible readings.
    """

    title: ClassVar[str] = "Number, with tolerance"
    needs: ClassVar[tuple[str, ...]] = ()

    class Options(StrictOptions):
        absolute: float = Field(
            0, ge=0, allow_inf_nan=False, description="Largest absolute difference that counts as right."
        )
        relative: float = Field(
            1e-6, ge=0, le=1, allow_inf_nan=False, description="The same relative to the target: 0.01 is 1 %."
        )
        which: Literal["final", "last", "first", "any"] = Field(
            "final",
            description="Which number counts: the one that is stated as the result, or one of all in the answer.",
        )
        percent: Literal["ignore", "fraction"] = Field(
            "ignore", description="ignore: 45 % is 45. fraction: 45 % is 0.45, in the answer and in the target."
        )
        units: dict[str, float] = Field(
            {}, description="Factor from each unit to the target's unit: {m: 1, km: 1000}. Case-sensitive."
        )
        unit_required: bool = Field(False, description="Ignore numbers without one of the units.")

    def __init__(self, options: Options) -> None:
        self._options = options
        self._units = {unit: Fraction(str(worth)) for unit, worth in options.units.items()}

    async def score(self, case: Case, _: Tools) -> Score:
        answer = find_answer(case)
        targets = [self._read_target(case, target) for target in list_targets(case)]
        said = _NOTHING if answer is None else self._read_answer(answer, case.language)
        if not said.values:
            return unparsed(said.doubt)
        right = any(self._is_close(value, target) for value in said.values for target in targets)
        numbers = " or ".join(write_number(target) for target in targets)
        found = ", ".join(write_number(value) for value in said.values[:5])
        details = {"found": found, "target": numbers} | ({"statement": said.statement} if said.statement else {})
        return Score(
            value=float(right),
            reason=f"{found} is {'' if right else 'not '}{numbers}{' within the tolerance' if right else ''}.",
            details=details,
        )

    def _read_target(self, case: Case, target: str) -> Fraction:
        found = read_number(target, case.language if _is_text(case.target) else None)
        if found.value is None:
            trouble = "contains no number" if found.doubt == NO_NUMBER else "can be read as more than one number"
            raise NoTarget(f"The target {target[:100]!r} {trouble}.")
        return self._worth(found.value, percent=found.percent, rest=found.rest)

    def _read_answer(self, answer: str, language: str | None) -> _Said:
        if self._options.which == "final":
            return self._read_final(read_number(answer, language, wanted=self._has_wanted_unit))
        found = [one for one in list_numbers(answer, language) if self._has_wanted_unit(one)]
        chosen = found if self._options.which == "any" else found[-1:] if self._options.which == "last" else found[:1]
        values = [self._worth(one.value, percent=one.percent, rest=one.rest) for one in chosen if one.value is not None]
        return _Said(values, doubt=f"“{chosen[0].text}” can be read in more than one way." if chosen else NO_NUMBER)

    def _read_final(self, found: Reading) -> _Said:
        if found.value is None:
            return _Said([], doubt=found.doubt)
        return _Said(
            [self._worth(found.value, percent=found.percent, rest=found.rest)], statement=found.statement.strip()[:200]
        )

    def _has_wanted_unit(self, one: Written) -> bool:
        return not self._options.unit_required or self._unit(one.rest) is not None

    def _unit(self, rest: str) -> Fraction | None:
        unit = _UNIT.match(rest)
        return None if unit is None else self._units.get(unit["unit"])

    def _worth(self, value: Fraction, *, percent: bool, rest: str) -> Fraction:
        unit = self._unit(rest)
        value = value * (1 if unit is None else unit)
        return value / 100 if percent and self._options.percent == "fraction" else value

    def _is_close(self, value: Fraction, target: Fraction) -> bool:
        room = max(Fraction(self._options.absolute), Fraction(self._options.relative) * abs(target))
        return abs(value - target) <= room


def _is_text(target: object) -> bool:
    """Numbers of a dataset are in plain notation, texts in that of their language."""
    return isinstance(target, str) or (isinstance(target, list | tuple) and all(isinstance(one, str) for one in target))
