"""Cost, duration and statistical resolution of a run, computed from a few facts about each model."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from llmbattler.core.money import MICRO

from ..statistics.clusters import degrees_of_freedom
from ..statistics.power import detectable_difference, half_width

POINTS = 100
FEW_SAMPLES = 30
CHARS_PER_TOKEN = 4
"""Typical for English."""
MESSAGE_TOKENS = 4


def guess_tokens(texts: Sequence[str]) -> int:
    """Estimate the number of tokens of messages."""
    return sum(len(text) // CHARS_PER_TOKEN + MESSAGE_TOKENS for text in texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFacts:
    """What is known about one model's part of a run."""

    model_id: str
    endpoint: str
    calls: int
    cached: int
    input_tokens: float
    """Per call, on average."""
    output_tokens: float
    input_price: float | None
    """Dollars per million tokens; `None` if unknown."""
    output_price: float | None
    most_micro_usd: int
    """The most that one call can cost."""
    call_ms: float | None
    width: float | None
    """How many concurrent calls its endpoint takes, if that is known from earlier runs."""

    @property
    def asked(self) -> int:
        return self.calls - self.cached

    @property
    def priced(self) -> bool:
        return self.input_price is not None and self.output_price is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelEstimate:
    model_id: str
    calls: int
    cached: int
    input_tokens: int
    output_tokens: int
    cost_usd: float | None
    most_usd: float | None
    seconds: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEstimate:
    models: Sequence[ModelEstimate]
    cost_usd: float | None
    """Without models whose price is unknown; `None` if all are."""
    most_usd: float | None
    unpriced: Sequence[str]
    seconds: float | None


def estimate_model(facts: ModelFacts, *, concurrency: int) -> ModelEstimate:
    into, out = round(facts.asked * facts.input_tokens), round(facts.asked * facts.output_tokens)
    cost = most = None
    if facts.input_price is not None and facts.output_price is not None:
        cost = (into * facts.input_price + out * facts.output_price) / MICRO
    if cost is not None or facts.most_micro_usd:
        most = max(cost or 0, facts.asked * facts.most_micro_usd / MICRO)
    return ModelEstimate(
        model_id=facts.model_id,
        calls=facts.calls,
        cached=facts.cached,
        input_tokens=into,
        output_tokens=out,
        cost_usd=cost,
        most_usd=most,
        seconds=_sum_seconds([facts], min(concurrency, facts.width or concurrency)),
    )


def estimate_run(facts: Sequence[ModelFacts], judges: Sequence[ModelFacts], *, concurrency: int) -> RunEstimate:
    """Judges are included in the cost but not listed as models."""
    models = [estimate_model(one, concurrency=concurrency) for one in facts]
    all_parts = [*models, *(estimate_model(one, concurrency=concurrency) for one in judges)]
    costs = [one.cost_usd for one in all_parts if one.cost_usd is not None]
    mosts = [one.most_usd for one in all_parts if one.most_usd is not None]
    unpriced = dict.fromkeys(one.model_id for one in [*facts, *judges] if not one.priced)
    return RunEstimate(
        models=models,
        cost_usd=sum(costs) if costs else None,
        most_usd=sum(mosts) if mosts else None,
        unpriced=list(unpriced),
        seconds=_duration(facts, concurrency),
    )


def _duration(facts: Sequence[ModelFacts], concurrency: int) -> float | None:
    """Endpoints work in parallel: the slowest one decides, or the run's limit on concurrent calls."""
    by_endpoint: dict[str, list[ModelFacts]] = defaultdict(list)
    for one in facts:
        by_endpoint[one.endpoint].append(one)
    durations = [_sum_seconds(some, min(concurrency, some[0].width or concurrency)) for some in by_endpoint.values()]
    known = [one for one in (*durations, _sum_seconds(facts, concurrency)) if one is not None]
    return max(known) if len(known) == len(durations) + 1 else None


def _sum_seconds(facts: Sequence[ModelFacts], concurrency: float) -> float | None:
    total = 0.0
    for one in facts:
        if one.asked and one.call_ms is None:
            return None
        total += one.asked * (one.call_ms or 0)
    return total / 1000 / max(concurrency, 1)


@dataclass(frozen=True, slots=True)
class Resolution:
    """Which differences a run can detect, in percentage points."""

    half_width: float
    detectable: float


def compute_resolution(samples: int, clusters: Sequence[int] = ()) -> Resolution:
    """The worst case: scores near 50 %, and models whose right answers are uncorrelated.

    `clusters` are the sizes of the clusters, without samples that belong to none. They lower the degrees of freedom of
    the tests; how alike the samples of a cluster are is unknown before a run. Epochs do not count, since they repeat
    the same samples.
    """
    width, df = half_width(samples), None
    if max(clusters, default=1) > 1:
        df = degrees_of_freedom(np.array([*clusters, *[1] * (samples - sum(clusters))], dtype=np.float64))
        width = half_width(samples, df=df)
    return Resolution(min(width * POINTS, POINTS / 2), min(detectable_difference(samples, df=df) * POINTS, POINTS))
