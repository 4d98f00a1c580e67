"""Estimates a run from rendered samples, earlier answers and the catalog."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from llmbattler.accounts.schemas import Visitor
from llmbattler.connectors.contract import Message, Params
from llmbattler.core.db import Session
from llmbattler.core.settings import Settings
from llmbattler.generation.contestants.service import Contestant, find_usage
from llmbattler.generation.response_cache import service as response_cache

from ...suites.definition.samples import SampleView
from ...suites.scoring.marks import list_needs
from ...suites.service.open_suite import list_samples
from .. import estimates, repository
from ..estimates import CHARS_PER_TOKEN, ModelFacts, guess_tokens
from ..params import merge_params
from ..schemas import EstimateOut, ModelEstimateOut, RunIn
from .estimate_warnings import list_warnings
from .plans import JUDGE, Plan, plan_run
from .webhook_addresses import check_webhook

RENDERED_SAMPLES = 50
"""Samples that are rendered to measure the length of prompts."""
MAX_CACHE_LOOKUPS = 20_000
"""In a run with more calls the cache is not searched."""
LOOKUP_BATCH = 2_000
ASSUMED_ANSWER_TOKENS = 200
PAIRWISE = "pairwise"
"""This scorer asks each judge twice, in both orders."""
JUDGE_PROMPT_TOKENS = 300
"""Tokens that the prompt of a judge adds to question and answer."""
JUDGE_ANSWER_TOKENS = 150


@dataclass(frozen=True, slots=True)
class Expectation:
    """Expected length and duration of the answers of one model."""

    output_tokens: float
    known: bool
    call_ms: float | None


@dataclass(frozen=True, slots=True)
class PromptLengths:
    """Tokens of the rendered prompts."""

    typical: float
    characters: float
    longest: int

    @classmethod
    def measure(cls, rendered: Sequence[Sequence[Message]]) -> "PromptLengths":
        typical = [guess_tokens([message.text for message in messages]) for messages in rendered]
        characters = [sum(len(message.text) for message in messages) for messages in rendered]
        return cls(fmean(typical), fmean(characters), max(typical))


async def estimate_run(
    session: Session, *, settings: Settings, wanted: RunIn, asker: str | None, actor: Visitor | None = None
) -> EstimateOut:
    """Validate a run and estimate it."""
    plan = await plan_run(session, settings=settings, wanted=wanted, asker=asker)
    await check_webhook(session, settings=settings, owner=asker, url=plan.webhook_url, actor=actor)
    few = await list_samples(
        session, dataset_id=plan.suite.dataset_id, first=0, count=min(RENDERED_SAMPLES, plan.sample_count)
    )
    rendered = await asyncio.to_thread(_render, plan, few)
    prompts = PromptLengths.measure(rendered)
    expected = await _expect(session, plan)
    cached = await _count_cached(session, plan)
    widths = await repository.list_widths(session, [one.endpoint for one in [*plan.models, *plan.judges]])
    most = await asyncio.to_thread(_find_most, plan, rendered)
    facts = [
        _collect_facts(plan, one, prompts, expected[one.id], cached[one.id], most[one.id], widths)
        for one in plan.models
    ]
    asks = _count_gradings(plan) * len(plan.judges) * sum(one.calls for one in facts)
    judges = _collect_judge_facts(plan, prompts, expected, asks, widths)
    found = estimates.estimate_run(facts, judges, concurrency=plan.concurrency)
    resolution = estimates.compute_resolution(
        plan.sample_count, await repository.list_cluster_sizes(session, plan.suite.dataset_id, plan.sample_count)
    )
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
            session, plan=plan, out=out, guessed=guessed, cache_searched=can_search_cache(plan), longest=prompts.longest
        )
    )
    return out


def can_search_cache(plan: Plan) -> bool:
    return plan.answers_each * len(plan.models) <= MAX_CACHE_LOOKUPS


def _render(plan: Plan, samples: Sequence[SampleView]) -> list[list[Message]]:
    return [plan.suite.renderer.render(sample, prompt) for sample in samples for prompt in plan.prompts]


def _find_most(plan: Plan, rendered: Sequence[Sequence[Message]]) -> dict[str, int]:
    """What one answer of each contestant costs at most, in the mean of these prompts."""
    longest = {one.id: Params(max_tokens=one.adapt(merged_params(plan)).get("max_tokens")) for one in plan.models}
    return {
        one.id: round(fmean(one.plan(messages, longest[one.id]).most_micro_usd for messages in rendered))
        for one in plan.models
    }


def _collect_facts(
    plan: Plan,
    one: Contestant,
    prompts: PromptLengths,
    expected: Expectation,
    cached: int,
    most: int,
    widths: dict[str, float],
) -> ModelFacts:
    longest = one.adapt(merged_params(plan)).get("max_tokens")
    return ModelFacts(
        model_id=one.id,
        endpoint=one.endpoint,
        calls=plan.answers_each,
        cached=cached,
        input_tokens=prompts.typical + guess_tokens(one.instructions),
        output_tokens=min(expected.output_tokens, longest or expected.output_tokens),
        input_price=None if one.price is None else float(one.price.input),
        output_price=None if one.price is None else float(one.price.output),
        most_micro_usd=most,
        call_ms=expected.call_ms,
        width=widths.get(one.endpoint),
    )


def _count_gradings(plan: Plan) -> int:
    """Calls to each judge per answer."""
    graded = [score.scorer for score in plan.suite.spec.scores if JUDGE in list_needs(score.scorer)]
    return sum(2 if scorer == PAIRWISE else 1 for scorer in graded)


def _collect_judge_facts(
    plan: Plan, prompts: PromptLengths, expected: dict[str, Expectation], asks: int, widths: dict[str, float]
) -> list[ModelFacts]:
    """Judges read the question and the answer."""
    if not plan.judges:
        return []
    said = fmean(expected[one.id].output_tokens for one in plan.models)
    read = prompts.typical + said + JUDGE_PROMPT_TOKENS
    graded = [Message.user("x" * round(prompts.characters + CHARS_PER_TOKEN * (said + JUDGE_PROMPT_TOKENS)))]
    return [
        ModelFacts(
            model_id=judge.id,
            endpoint=judge.endpoint,
            calls=asks // len(plan.judges),
            cached=0,
            input_tokens=read,
            output_tokens=JUDGE_ANSWER_TOKENS,
            input_price=None if judge.price is None else float(judge.price.input),
            output_price=None if judge.price is None else float(judge.price.output),
            most_micro_usd=judge.plan(graded).most_micro_usd,
            call_ms=None,
            width=widths.get(judge.endpoint),
        )
        for judge in plan.judges
    ]


def merged_params(plan: Plan) -> dict[str, Any]:
    return merge_params(plan.suite.spec.params, plan.params.model_dump(exclude_defaults=True))


async def _expect(session: Session, plan: Plan) -> dict[str, Expectation]:
    """From earlier answers of the model to this suite, else from its other calls, else a default."""
    ids = [one.id for one in plan.models]
    past = await repository.find_past_answers(session, plan.suite.suite_id, ids)
    found: dict[str, Expectation] = {}
    for model_id in ids:
        seen = past.get(model_id)
        if seen is not None and seen.output_tokens is not None:
            found[model_id] = Expectation(seen.output_tokens, True, seen.median_ms)
            continue
        usage = await find_usage(session, contestant_id=model_id)
        tokens = usage.mean_output_tokens if usage is not None else None
        speed = None
        if usage is not None and tokens is not None and usage.tokens_per_second:
            speed = (usage.median_first_token_ms or 0) + tokens / usage.tokens_per_second * 1000
        found[model_id] = Expectation(
            tokens or ASSUMED_ANSWER_TOKENS, bool(tokens), seen.median_ms if seen and seen.median_ms else speed
        )
    return found


async def _count_cached(session: Session, plan: Plan) -> dict[str, int]:
    """Count the answers in the cache, unless there are too many calls to look them up."""
    counts = dict.fromkeys((one.id for one in plan.models), 0)
    if not plan.use_cache or not can_search_cache(plan):
        return counts
    samples = await list_samples(session, dataset_id=plan.suite.dataset_id, first=0, count=plan.sample_count)
    params = merged_params(plan)
    fingerprints = {one.id: response_cache.make_fingerprint(one, params) for one in plan.models}
    for some in _split(samples, max(1, LOOKUP_BATCH // (len(plan.prompts) * plan.epochs))):
        for model_id, keys in (await asyncio.to_thread(_make_keys, plan, some, fingerprints)).items():
            counts[model_id] += await response_cache.count_responses(session, keys=keys)
    return counts


def _make_keys(plan: Plan, samples: Sequence[SampleView], fingerprints: dict[str, bytes]) -> dict[str, list[str]]:
    rendered = _render(plan, samples)
    epochs = range(1, plan.epochs + 1)
    return {
        model_id: [response_cache.make_key(fingerprint, messages, epoch) for epoch in epochs for messages in rendered]
        for model_id, fingerprint in fingerprints.items()
    }


def _split(samples: Sequence[SampleView], size: int) -> Iterator[Sequence[SampleView]]:
    for start in range(0, len(samples), size):
        yield samples[start : start + size]
