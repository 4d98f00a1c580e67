"""Warnings that an estimate shows before a run is started."""

from collections.abc import Iterator, Sequence

from llmbattler.catalog.service import HealthState
from llmbattler.core.db import Session
from llmbattler.core.money import MICRO
from llmbattler.generation.contestants.service import Contestant, list_health

from .. import repository
from ..estimates import FEW_SAMPLES, POINTS
from ..params import merge_params
from ..schemas import EstimateOut
from .plans import Plan

MAX_NAMES = 5


async def list_warnings(
    session: Session, *, plan: Plan, out: EstimateOut, guessed: Sequence[str], cache_searched: bool, longest: int
) -> list[str]:
    # The public health, ten minutes late: live health would reveal which models answer in running battles.
    models = {one.id: one for one in [*plan.models, *plan.judges]}
    health = await list_health(session, ids=models)
    return [
        *_about_money(plan, out, [models[one] for one in out.unpriced]),
        *_about_models(plan, list(models.values()), health, longest),
        *_about_answers(plan, [models[one] for one in guessed], cache_searched),
        *await _about_samples(session, plan, out),
    ]


def _about_money(plan: Plan, out: EstimateOut, unpriced: Sequence[Contestant]) -> Iterator[str]:
    limited = [one for one in unpriced if one.plan(()).most_micro_usd]
    unlimited = [one for one in unpriced if one not in limited]
    if unlimited:
        yield f"The price of {_name(unlimited)} is unknown: not part of the estimate, and no budget stops these calls."
    if limited:
        yield f"The usual cost of {_name(limited)} is unknown. Only the maximum cost of the run includes it."
    budget = None if plan.budget_micro_usd is None else plan.budget_micro_usd / MICRO
    if budget is not None and out.cost_usd is not None and out.cost_usd > budget:
        yield f"The run will probably exceed its budget of ${budget:,.2f} and stop before it is complete."
    elif budget is not None and out.most_usd is not None and out.most_usd > budget:
        yield f"With long answers the run can exceed its budget of ${budget:,.2f} and stop."
    if out.judge_calls:
        yield f"Judges add {out.judge_calls:,} calls. The cost includes them, the number of calls does not."


def _about_models(
    plan: Plan, models: Sequence[Contestant], health: dict[str, HealthState], longest: int
) -> Iterator[str]:
    for state, words in (
        (HealthState.DOWN, "did not answer recently"),
        (HealthState.DEGRADED, "failed often recently"),
    ):
        unhealthy = [one for one in models if health.get(one.id) is state]
        if unhealthy:
            yield f"{_name(unhealthy)} {words}."
    small = [one for one in plan.models if one.context_length is not None and one.context_length < longest]
    if small:
        yield f"Some prompts have about {longest:,} tokens, which exceeds the context of {_name(small)}."
    asked = {one.id for one in plan.models}
    both = [one for one in plan.judges if one.id in asked]
    if both:
        yield f"{_name(both)} judges its own answers. Models tend to favor their own answers."


def _about_answers(plan: Plan, guessed: Sequence[Contestant], cache_searched: bool) -> Iterator[str]:
    if guessed:
        yield f"The answer length of {_name(guessed)} is unknown. The estimate assumes 200 tokens per answer."
    if not plan.use_cache:
        yield "The cache is off: every answer is requested again, including cached ones."
    elif not cache_searched:
        yield "There are too many calls to check the cache, so the run may cost less."
    params = merge_params(plan.suite.spec.params, plan.params.model_dump(exclude_defaults=True))
    if plan.epochs > 1 and params.get("temperature") == 0:
        yield f"At temperature 0 the {plan.epochs} repeats per sample mostly give the same answer."


async def _about_samples(session: Session, plan: Plan, out: EstimateOut) -> list[str]:
    found = []
    if out.detectable >= POINTS:
        found.append(f"{plan.sample_count} samples are too few to show a clear difference between any two models.")
    elif plan.sample_count < FEW_SAMPLES:
        found.append(
            f"With {plan.sample_count} samples only differences of {out.detectable:.0f} points or more can be found."
        )
    clusters = len(await repository.list_cluster_sizes(session, plan.suite.dataset_id, plan.sample_count))
    if clusters and clusters < plan.sample_count:
        found.append(
            f"The samples form {clusters:,} groups. If answers within a group are correlated, intervals are wider than "
            "estimated here."
        )
    return found


def _name(models: Sequence[Contestant]) -> str:
    shown = ", ".join(model.name for model in models[:MAX_NAMES])
    return shown if len(models) <= MAX_NAMES else f"{shown} and {len(models) - MAX_NAMES} more"
