"""Numbers, with tolerance."""

import re
from fractions import Fraction
from typing import ClassVar, Literal

from pydantic import Field

from ..comparison import find_answer, list_targets, unparsed
from ..contract import Case, Score, Tools
from ..errors import NoTarget
from ..extraction.numbers import Written, list_meant_numbers, write_number
from ..options import StrictOptions

_UNIT = re.compile(r"\s?\*{0,2}\s?(?P<unit>[^\W\d_]{1,20}(?:[/^][\w]{1,10})?|°[A-Z]?|[%$€£¥])")


class Number:
    r"""The number in the answer equals the target, within a tolerance.

    Reads `1,234.5`, `−3`, `3/4`, `1 1/2`, `\frac{3}{4}`, `1.2e5`, `1.2 × 10^5` and a `\boxed{…}`. An answer without a
    number is unreadable.
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
        which: Literal["last", "first", "any"] = Field("last", description="Which number of the answer counts.")
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
        targets = [self._read_target(target) for target in list_targets(case)]
        said = [] if answer is None else self._list_said(answer)
        if not said:
            return unparsed("The answer contains no number.")
        right = any(self._is_close(value, target) for value in said for target in targets)
        numbers = " or ".join(write_number(target) for target in targets)
        found = ", ".join(write_number(value) for value in said[:5])
        return Score(
            value=float(right),
            reason=f"{found} is {'' if right else 'not '}{numbers}{' within the tolerance' if right else ''}.",
            details={"found": found, "target": numbers},
        )

    def _read_target(self, target: str) -> Fraction:
        found = list_meant_numbers(target)
        if not found:
            raise NoTarget(f"The target {target[:100]!r} contains no number.")
        return self._worth(found[-1]) or Fraction(0)

    def _list_said(self, answer: str) -> list[Fraction]:
        found = [
            value
            for written in list_meant_numbers(answer)
            if (value := self._worth(written, required=self._options.unit_required)) is not None
        ]
        return found if self._options.which == "any" else found[-1:] if self._options.which == "last" else found[:1]

    def _worth(self, written: Written, *, required: bool = False) -> Fraction | None:
        unit = _UNIT.match(written.rest)
        worth = None if unit is None else self._units.get(unit["unit"])
        if worth is None and required:
            return None
        value = written.value * (1 if worth is None else worth)
        return value / 100 if written.percent and self._options.percent == "fraction" else value

    def _is_close(self, value: Fraction, target: Fraction) -> bool:
        room = max(Fraction(self._options.absolute), Fraction(self._options.relative) * abs(target))
        return abs(value - target) <= room
