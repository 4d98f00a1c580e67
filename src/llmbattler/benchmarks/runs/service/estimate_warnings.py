"""What somebody should know before they start a run, in plain words."""

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

SHOWN = 5


async def list_warnings(
    session: Session, *, plan: Plan, out: EstimateOut, guessed: Sequence[str], looked_up: bool, longest: int
) -> list[str]:
    # As everybody may see it, ten minutes late: live health would tell which models answer in running battles.
    models = {one.id: one for one in [*plan.models, *plan.judges]}
    health = await list_health(session, ids=models)
    return [
        *_about_money(plan, out, [models[one] for one in out.unpriced]),
        *_about_models(plan, list(models.values()), health, longest),
        *_about_answers(plan, [models[one] for one in guessed], looked_up),
        *await _about_samples(session, plan, out),
    ]


def _about_money(plan: Plan, out: EstimateOut, unpriced: Sequence[Contestant]) -> Iterator[str]:
    limited = [one for one in unpriced if one.plan(()).most_micro_usd]
    unlimited = [one for one in unpriced if one not in limited]
    if unlimited:
        yield f"The price is unknown for {_name(unlimited)}: the cost is without, and no budget stops these calls."
    if limited:
        yield f"The usual cost of {_name(limited)} is unknown: only the most that the run can cost includes it."
    budget = None if plan.budget_micro_usd is None else plan.budget_micro_usd / MICRO
    if budget is not None and out.cost_usd is not None and out.cost_usd > budget:
        yield f"It will probably cost more than its budget of ${budget:,.2f}, and then stop before it is done."
    elif budget is not None and out.most_usd is not None and out.most_usd > budget:
        yield f"With long answers it can cost more than its budget of ${budget:,.2f}, and would then stop."
    if out.judge_calls:
        yield f"Judges are asked {out.judge_calls:,} times besides; this is in the cost, but not in the calls."


def _about_models(
    plan: Plan, models: Sequence[Contestant], health: dict[str, HealthState], longest: int
) -> Iterator[str]:
    for state, words in ((HealthState.DOWN, "did not answer lately"), (HealthState.DEGRADED, "often failed lately")):
        ill = [one for one in models if health.get(one.id) is state]
        if ill:
            yield f"{_name(ill)} {words}."
    small = [one for one in plan.models if one.context_length is not None and one.context_length < longest]
    if small:
        yield f"Some prompts have about {longest:,} tokens, more than {_name(small)} can read."
    asked = {one.id for one in plan.models}
    both = [one for one in plan.judges if one.id in asked]
    if both:
        yield f"{_name(both)} judges its own answers; models are kind to themselves."


def _about_answers(plan: Plan, guessed: Sequence[Contestant], looked_up: bool) -> Iterator[str]:
    if guessed:
        yield f"Nothing is known about how long answers of {_name(guessed)} are; 200 tokens each are assumed."
    if not plan.use_cache:
        yield "The cache is off: every answer is asked for anew, also those that are there already."
    elif not looked_up:
        yield "There are too many calls to look up which answers are there already; it may cost less."
    params = merge_params(plan.suite.spec.params, plan.params.model_dump(exclude_defaults=True))
    if plan.epochs > 1 and params.get("temperature") == 0:
        yield f"With temperature 0 the {plan.epochs} epochs mostly repeat the same answer."


async def _about_samples(session: Session, plan: Plan, out: EstimateOut) -> list[str]:
    found = []
    if out.detectable >= POINTS:
        found.append(f"{plan.sample_count} samples are too few to tell any two models apart.")
    elif plan.sample_count < FEW_SAMPLES:
        found.append(
            f"{plan.sample_count} samples tell little: only differences of {out.detectable:.0f} points "
            "or more would be found."
        )
    clusters = await repository.count_clusters(session, plan.suite.dataset_id, plan.sample_count)
    if clusters and clusters < plan.sample_count:
        found.append(
            f"The samples form {clusters:,} groups. Answers within a group go together, so intervals may be wider "
            "than said here."
        )
    return found


def _name(models: Sequence[Contestant]) -> str:
    shown = ", ".join(model.name for model in models[:SHOWN])
    return shown if len(models) <= SHOWN else f"{shown} and {len(models) - SHOWN} more"
