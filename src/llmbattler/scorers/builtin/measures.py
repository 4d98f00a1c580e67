"""Scores by latency and cost."""

from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from llmbattler.core.money import MICRO

from ..comparison import unparsed
from ..contract import Case, Score, Tools
from ..options import StrictOptions


class Latency:
    """Latency of the answer: 1 up to a limit, or falling to 0 at a second limit. Unreadable without a measurement."""

    title: ClassVar[str] = "Latency"
    needs: ClassVar[tuple[str, ...]] = ()

    class Options(StrictOptions):
        at_most_ms: float = Field(
            gt=0, allow_inf_nan=False, description="Limit in milliseconds, up to which the score is 1."
        )
        zero_at_ms: float | None = Field(
            None,
            gt=0,
            allow_inf_nan=False,
            description="Second limit, at which the score falls to 0. Default: 0 above the first.",
        )
        of: Literal["total", "first_token"] = Field(
            "total", description="Time to the end of the answer, or to its first token."
        )

        @model_validator(mode="after")
        def _falls(self) -> Self:
            if self.zero_at_ms is not None and self.zero_at_ms <= self.at_most_ms:
                raise ValueError("zero_at_ms must be above at_most_ms")
            return self

    def __init__(self, options: Options) -> None:
        self._options = options

    async def score(self, case: Case, _: Tools) -> Score:
        wanted = self._options
        took = case.answer.total_ms if wanted.of == "total" else case.answer.first_token_ms
        if took is None:
            return unparsed("The time was not measured.")
        value = _grade(took, wanted.at_most_ms, wanted.zero_at_ms)
        return Score(value=value, reason=f"It took {took} ms of {wanted.at_most_ms:g}.", details={"ms": took})


class Cost:
    """Cost of the answer: 1 up to a limit, or falling to 0 at a second limit. Unreadable without a price."""

    title: ClassVar[str] = "Cost"
    needs: ClassVar[tuple[str, ...]] = ()

    class Options(StrictOptions):
        at_most_usd: float = Field(
            gt=0, allow_inf_nan=False, description="Limit in US dollars, up to which the score is 1."
        )
        zero_at_usd: float | None = Field(
            None,
            gt=0,
            allow_inf_nan=False,
            description="Second limit, at which the score falls to 0. Default: 0 above the first.",
        )

        @model_validator(mode="after")
        def _falls(self) -> Self:
            if self.zero_at_usd is not None and self.zero_at_usd <= self.at_most_usd:
                raise ValueError("zero_at_usd must be above at_most_usd")
            return self

    def __init__(self, options: Options) -> None:
        self._options = options

    async def score(self, case: Case, _: Tools) -> Score:
        wanted, micro = self._options, case.answer.cost_micro_usd
        if micro is None:
            return unparsed("The model has no price.")
        value = _grade(micro / MICRO, wanted.at_most_usd, wanted.zero_at_usd)
        reason = f"It cost ${micro / MICRO:.6f} of {wanted.at_most_usd:g}."
        return Score(value=value, reason=reason, details={"micro_usd": micro})


def _grade(took: float, limit: float, zero: float | None) -> float:
    if took <= limit:
        return 1.0
    return 0.0 if zero is None else max(0.0, (zero - took) / (zero - limit))
