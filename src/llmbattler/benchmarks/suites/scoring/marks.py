"""Marks of an answer: extraction, scorers, thresholds, weights, and one value for the sample."""

import math
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from llmbattler.scorers.contract import Answer, Case, Score, Tools
from llmbattler.scorers.extraction import make_pipeline
from llmbattler.scorers.registry import find_scorer, make_scorer

from ..definition.errors import BadScore, BadSuite
from ..definition.samples import SampleView
from ..definition.spec import ScoreSpec, SuiteSpec

Verdict: TypeAlias = Literal["right", "wrong", "unparsed"]
TargetOf: TypeAlias = Callable[[SampleView, ScoreSpec], Any]
TOLERANCE = 1e-9
"""For rounding errors of weighted means."""


class ModelAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer with its latency, tokens and cost."""

    text: str
    first_token_ms: int | None = None
    total_ms: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_micro_usd: int | None = None


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """One score of one answer. Without a value the answer is unreadable."""

    name: str
    value: float | None
    extracted: str | None
    reason: str = ""
    details: Mapping[str, Any] = msgspec.field(default_factory=dict)
    weight: float = 1


class Marks(msgspec.Struct, frozen=True, kw_only=True):
    marks: tuple[Mark, ...]
    value: float | None
    """The weighted mean of the scores with a weight above 0; `None` if there are none."""
    outcome: Verdict


def list_needs(scorer: str) -> frozenset[str]:
    """What a scorer needs: `judge`, `sandbox`, or nothing."""
    return frozenset(getattr(find_scorer(scorer), "needs", ()))


class Marker:
    """Scores answers to the samples of one suite."""

    def __init__(self, spec: SuiteSpec) -> None:
        self._pass_at = spec.pass_at
        self._language, self._language_column = spec.language, spec.dataset.fields.language
        self._pipelines = {name: make_pipeline(steps) for name, steps in spec.extract.items()}
        self._scores = [(one, make_scorer(one.scorer, one.options)) for one in spec.scores]
        self.needs = frozenset[str]().union(*(list_needs(one.scorer) for one in spec.scores))
        if not any(one.weight for one in spec.scores):
            raise BadSuite("No score has a weight above 0, so no answer can be right.")
        for one in spec.scores:
            if one.extract is not None and one.extract not in self._pipelines:
                raise BadSuite(f"The score {one.name} uses the extractor {one.extract}, which does not exist.")

    async def mark(
        self, sample: SampleView, prompt_text: str, said: ModelAnswer, tools: Tools, target_of: TargetOf
    ) -> Marks:
        """Compute every score of an answer. Raises if a scorer lacks a judge or sandbox."""
        language = self._find_language(sample)
        found = {name: pipeline.extract(said.text, language) for name, pipeline in self._pipelines.items()}
        marks = []
        for spec, scorer in self._scores:
            extracted = said.text if spec.extract is None else found[spec.extract]
            if extracted is None:
                marks.append(_unparsed(spec))
                continue
            case = Case(
                prompt=prompt_text,
                target=target_of(sample, spec),
                fields=sample.fields,
                answer=_answer(said, extracted),
                language=language,
            )
            marks.append(_mark(spec, extracted, await scorer.score(case, tools)))
        return sum_up(tuple(marks), self._pass_at)

    def _find_language(self, sample: SampleView) -> str | None:
        """The language of the sample, or else of the suite."""
        column = self._language_column
        named = None if column is None else sample.fields.get(column)
        return named if isinstance(named, str) and named else self._language


def _answer(said: ModelAnswer, extracted: str) -> Answer:
    return Answer(
        text=said.text,
        extracted=extracted,
        first_token_ms=said.first_token_ms,
        total_ms=said.total_ms,
        input_tokens=said.input_tokens,
        output_tokens=said.output_tokens,
        cost_micro_usd=said.cost_micro_usd,
    )


def _unparsed(spec: ScoreSpec) -> Mark:
    reason = f"The extractor `{spec.extract}` found nothing in the answer."
    return Mark(name=spec.name, value=None, extracted=None, reason=reason, weight=spec.weight)


def _mark(spec: ScoreSpec, extracted: str, score: Score) -> Mark:
    value = None if score.value is None else _adjust(spec, score.value)
    return Mark(
        name=spec.name,
        value=value,
        extracted=extracted,
        reason=score.reason,
        details=score.details,
        weight=spec.weight,
    )


def _adjust(spec: ScoreSpec, value: float) -> float:
    """Apply the threshold, then the negation."""
    if not math.isfinite(value) or not -TOLERANCE <= value <= 1 + TOLERANCE:
        raise BadScore(f"{spec.scorer} returned {value} for the score {spec.name}.")
    value = min(max(value, 0.0), 1.0)
    if spec.threshold is not None:
        value = 1.0 if value >= spec.threshold - TOLERANCE else 0.0
    return 1 - value if spec.negate else value


def sum_up(marks: tuple[Mark, ...], pass_at: float) -> Marks:
    """Combine the marks of an answer into one value and an outcome. An unreadable mark counts as 0."""
    counting = [one for one in marks if one.weight > 0]
    if not counting:
        return Marks(marks=marks, value=None, outcome="unparsed")
    value = sum(one.weight * (one.value or 0.0) for one in counting) / sum(one.weight for one in counting)
    if value >= pass_at - TOLERANCE:
        return Marks(marks=marks, value=value, outcome="right")
    unparsed = any(one.value is None for one in counting)
    return Marks(marks=marks, value=value, outcome="unparsed" if unparsed else "wrong")
