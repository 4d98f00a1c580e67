"""What a run will take: the facts come from rendered samples, from earlier answers and from the catalog."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from llmbattler.catalog.budgets.service.reservations import CallEstimate, PromptSize
from llmbattler.catalog.service import OfferedModel, get_usage
from llmbattler.connectors.contract import Message
from llmbattler.core.db import Session
from llmbattler.core.settings import Settings

from ...suites.definition.samples import SampleView
from ...suites.scoring.marks import list_needs
from ...suites.service.open_suite import list_samples
from .. import estimates, repository
from ..answer_keys import fingerprint_model, make_key
from ..endpoints import endpoint_of
from ..estimates import ModelFacts, guess_tokens
from ..params import add_reasoning_tokens, merge_params
from ..schemas import EstimateOut, ModelEstimateOut, RunIn
from .estimate_warnings import list_warnings
from .plans import JUDGE, Plan, plan_run

LOOKED_AT = 50
"""Samples that are rendered to see how long prompts are."""
MOST_LOOKED_UP = 20_000
"""Calls whose answers are looked for among those that are there already."""
AT_ONCE = 2_000
ASSUMED_ANSWER_TOKENS = 200
IN_BOTH_ORDERS = "pairwise"
JUDGE_WORDS = 300
"""Tokens that a grading prompt adds to question and answer."""
JUDGE_ANSWER_TOKENS = 150


@dataclass(frozen=True, slots=True)
class Expectation:
    """How long and how slow the answers of one model probably are."""

    output_tokens: float
    known: bool
    call_ms: float | None


@dataclass(frozen=True, slots=True)
class Prompts:
    """How long the prompts of a suite are, in a part of its samples."""

    typical: float
    most: float
    longest: int

    @classmethod
    def measure(cls, rendered: Sequence[Sequence[Message]]) -> "Prompts":
        typical = [guess_tokens([message.text for message in messages]) for messages in rendered]
        most = [PromptSize.of_messages(messages).tokens for messages in rendered]
        return cls(fmean(typical), fmean(most), max(typical))


async def estimate_run(session: Session, *, settings: Settings, wanted: RunIn) -> EstimateOut:
    """Check a run and say what it would take, cost and be able to tell."""
    plan = await plan_run(session, settings=settings, wanted=wanted)
    few = await list_samples(
        session, dataset_id=plan.suite.dataset_id, first=0, count=min(LOOKED_AT, plan.sample_count)
    )
    rendered = await asyncio.to_thread(_render, plan, few)
    prompts = Prompts.measure(rendered)
    expected = await _expect(session, plan)
    cached = await _count_cached(session, plan)
    widths = await repository.list_widths(session, [endpoint_of(model) for model in [*plan.models, *plan.judges]])
    facts = [
        _gather(plan, model, prompts, expected[model.model_id], cached.get(model.model_id, 0), widths)
        for model in plan.models
    ]
    asks = _count_gradings(plan) * len(plan.judges) * sum(one.calls for one in facts)
    judges = _gather_judges(plan, prompts, expected, asks, widths)
    found = estimates.estimate_run(facts, judges, concurrency=plan.concurrency)
    resolution = estimates.resolve(plan.sample_count)
    out = EstimateOut(
        calls=sum(one.calls for one in found.models),
        cached=sum(one.cached for one in found.models),
        judge_calls=asks,
        input_tokens=sum(one.input_tokens for one in found.models),
        output_tokens=sum(one.output_tokens for one in found.models),
        cost_usd=found.cost_usd,
        most_usd=found.most_usd,
        unpriced=list(found.unpriced),
        seconds=found.seconds,
        half_width=round(resolution.half_width, 2),
        detectable=round(resolution.detectable, 2),
        models=[
            ModelEstimateOut(
                model_id=one.model_id,
                calls=one.calls,
                cached=one.cached,
                input_tokens=one.input_tokens,
                output_tokens=one.output_tokens,
                cost_usd=one.cost_usd,
                most_usd=one.most_usd,
                seconds=one.seconds,
            )
            for one in found.models
        ],
        warnings=[],
    )
    guessed = [model_id for model_id, one in expected.items() if not one.known]
    out.warnings.extend(
        await list_warnings(
            session, plan=plan, out=out, guessed=guessed, looked_up=can_look_up(plan), longest=prompts.longest
        )
    )
    return out


def can_look_up(plan: Plan) -> bool:
    return plan.answers_each * len(plan.models) <= MOST_LOOKED_UP


def _render(plan: Plan, samples: Sequence[SampleView]) -> list[list[Message]]:
    return [plan.suite.renderer.render(sample, prompt) for sample in samples for prompt in plan.prompts]


def _gather(
    plan: Plan, model: OfferedModel, prompts: Prompts, expected: Expectation, cached: int, widths: dict[str, float]
) -> ModelFacts:
    own = [model.system_prompt] if model.system_prompt else []
    longest = add_reasoning_tokens(model, merged_params(plan)).get("max_tokens")
    return ModelFacts(
        model_id=model.model_id,
        endpoint=endpoint_of(model),
        calls=plan.answers_each,
        cached=cached,
        input_tokens=prompts.typical + guess_tokens(own),
        output_tokens=min(expected.output_tokens, longest or expected.output_tokens),
        input_price=None if model.price is None else float(model.price.input),
        output_price=None if model.price is None else float(model.price.output),
        most_micro_usd=CallEstimate.of(
            model, prompt=PromptSize(round(prompts.most)), caller=None, max_tokens=longest
        ).amount,
        call_ms=expected.call_ms,
        width=widths.get(endpoint_of(model)),
    )


def _count_gradings(plan: Plan) -> int:
    """How often each judge is asked about one answer."""
    graded = [score.scorer for score in plan.suite.spec.scores if JUDGE in list_needs(score.scorer)]
    return sum(2 if scorer == IN_BOTH_ORDERS else 1 for scorer in graded)


def _gather_judges(
    plan: Plan, prompts: Prompts, expected: dict[str, Expectation], asks: int, widths: dict[str, float]
) -> list[ModelFacts]:
    """Judges read question and answer; how long those are is known about as well as for the models."""
    if not plan.judges:
        return []
    said = fmean(expected[model.model_id].output_tokens for model in plan.models)
    read = prompts.typical + said + JUDGE_WORDS
    return [
        ModelFacts(
            model_id=judge.model_id,
            endpoint=endpoint_of(judge),
            calls=asks // len(plan.judges),
            cached=0,
            input_tokens=read,
            output_tokens=JUDGE_ANSWER_TOKENS,
            input_price=None if judge.price is None else float(judge.price.input),
            output_price=None if judge.price is None else float(judge.price.output),
            most_micro_usd=CallEstimate.of(
                judge, prompt=PromptSize(round(prompts.most + 4 * read)), caller=None
            ).amount,
            call_ms=None,
            width=widths.get(endpoint_of(judge)),
        )
        for judge in plan.judges
    ]


def merged_params(plan: Plan) -> dict[str, Any]:
    return merge_params(plan.suite.spec.params, plan.params.model_dump(exclude_defaults=True))


async def _expect(session: Session, plan: Plan) -> dict[str, Expectation]:
    """From what a model said to this suite before, else from its other calls, else a plain assumption."""
    ids = [model.model_id for model in plan.models]
    past = await repository.find_past_answers(session, plan.suite.suite_id, ids)
    found: dict[str, Expectation] = {}
    for model_id in ids:
        seen = past.get(model_id)
        if seen is not None and seen.output_tokens is not None:
            found[model_id] = Expectation(seen.output_tokens, True, seen.median_ms)
            continue
        usage = await get_usage(session, model_id=model_id)
        tokens = usage.mean_output_tokens
        speed = None
        if tokens is not None and usage.tokens_per_second:
            speed = (usage.median_first_token_ms or 0) + tokens / usage.tokens_per_second * 1000
        found[model_id] = Expectation(
            tokens or ASSUMED_ANSWER_TOKENS, bool(tokens), seen.median_ms if seen and seen.median_ms else speed
        )
    return found


async def _count_cached(session: Session, plan: Plan) -> dict[str, int]:
    """Count the answers that are there already, where looking them up takes no longer than a moment."""
    counts = dict.fromkeys((model.model_id for model in plan.models), 0)
    if not plan.use_cache or not can_look_up(plan):
        return counts
    samples = await list_samples(session, dataset_id=plan.suite.dataset_id, first=0, count=plan.sample_count)
    params = merged_params(plan)
    identities = {model.model_id: fingerprint_model(model, params) for model in plan.models}
    for some in _split(samples, max(1, AT_ONCE // (len(plan.prompts) * plan.epochs))):
        for model_id, keys in (await asyncio.to_thread(_make_keys, plan, some, identities)).items():
            counts[model_id] += await repository.count_cached(session, keys)
    return counts


def _make_keys(plan: Plan, samples: Sequence[SampleView], identities: dict[str, bytes]) -> dict[str, list[str]]:
    rendered = _render(plan, samples)
    epochs = range(1, plan.epochs + 1)
    return {
        model_id: [make_key(identity, messages, epoch) for epoch in epochs for messages in rendered]
        for model_id, identity in identities.items()
    }


def _split(samples: Sequence[SampleView], size: int) -> Iterator[Sequence[SampleView]]:
    for start in range(0, len(samples), size):
        yield samples[start : start + size]
