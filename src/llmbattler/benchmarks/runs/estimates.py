"""What a run will take, worked out from a few facts. Pure: who knows the facts is the service's business."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from llmbattler.core.money import MICRO

from ..statistics.power import detectable_difference, half_width

POINTS = 100
FEW_SAMPLES = 30
TYPICAL_CHARACTERS = 4
"""Of one token, in English."""
MESSAGE_TOKENS = 4


def guess_tokens(texts: Sequence[str]) -> int:
    """About how many tokens messages have."""
    return sum(len(text) // TYPICAL_CHARACTERS + MESSAGE_TOKENS for text in texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFacts:
    """What is known of one model's part of a run."""

    model_id: str
    endpoint: str
    calls: int
    cached: int
    input_tokens: float
    """Of a typical call."""
    output_tokens: float
    input_price: float | None
    """Dollars for a million tokens; `None` where unknown."""
    output_price: float | None
    most_micro_usd: int
    """What one call costs at most."""
    call_ms: float | None
    width: float | None
    """How many calls its endpoint bears at once, as far as was learnt."""

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
    """Of everything whose price is known; `None` when nothing's is."""
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
        seconds=_busy([facts], min(concurrency, facts.width or concurrency)),
    )


def estimate_run(facts: Sequence[ModelFacts], judges: Sequence[ModelFacts], *, concurrency: int) -> RunEstimate:
    """Add up. Judges cost money as well, but only the models asked appear one by one."""
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
    """Models are asked side by side: the slowest endpoint decides, or the run's own limit on calls at once."""
    together: dict[str, list[ModelFacts]] = defaultdict(list)
    for one in facts:
        together[one.endpoint].append(one)
    spans = [_busy(some, min(concurrency, some[0].width or concurrency)) for some in together.values()]
    known = [span for span in (*spans, _busy(facts, concurrency)) if span is not None]
    return max(known) if len(known) == len(spans) + 1 else None


def _busy(facts: Sequence[ModelFacts], at_once: float) -> float | None:
    total = 0.0
    for one in facts:
        if one.asked and one.call_ms is None:
            return None
        total += one.asked * (one.call_ms or 0)
    return total / 1000 / max(at_once, 1)


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a run can tell apart, in points of 100."""

    half_width: float
    detectable: float


def resolve(samples: int) -> Resolution:
    """Give the worst case: scores near one half, and models whose right answers have nothing to do with each other.

    Epochs are left out: they say more about the same samples, not about other ones.
    """
    return Resolution(
        min(half_width(samples) * POINTS, POINTS / 2), min(detectable_difference(samples) * POINTS, POINTS)
    )
