"""Starts a run: its row and all its chunks, in one transaction."""

from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Session
from llmbattler.core.jobs import defer
from llmbattler.core.settings import Settings

from .. import repository
from ..chunks import ChunkPlan, plan_chunks
from ..models import Run, RunStatus
from ..schemas import RunIn
from ..topics import RECORD_QUESTIONS
from .notifications import publish_change
from .plans import Plan, check_sandbox, plan_run
from .webhook_addresses import check_webhook


async def start_run(
    session: Session,
    *,
    settings: Settings,
    owner: str | None,
    wanted: RunIn,
    actor: Visitor | None = None,
    schedule_id: UUID | None = None,
) -> Run:
    """Workers begin when the transaction commits. `actor` is the person who asks; schedules and commands have none."""
    plan = await plan_run(session, settings=settings, wanted=wanted, asker=owner)
    await check_webhook(session, settings=settings, owner=owner, url=plan.webhook_url, actor=actor)
    await check_sandbox(plan.suite)
    run = await repository.add_run(session, _to_row(plan, owner, schedule_id))
    await repository.add_chunks(session, run.run_id, plan_all_chunks(run))
    if owner is not None:
        await defer(session, RECORD_QUESTIONS, run_id=str(run.run_id))
    await publish_change(session, run.run_id)
    return run


def plan_all_chunks(run: Run) -> list[ChunkPlan]:
    return plan_chunks(models=run.models, prompts=run.prompts, epochs=run.epochs, sample_count=run.sample_count)


def _to_row(plan: Plan, owner: str | None, schedule_id: UUID | None) -> Run:
    return Run(
        suite_id=plan.suite.suite_id,
        version_id=plan.suite.version_id,
        title=plan.title,
        owner=owner,
        status=RunStatus.RUNNING,
        models=[one.id for one in plan.models],
        prompts=list(plan.prompts),
        epochs=plan.epochs,
        sample_count=plan.sample_count,
        params=plan.params.model_dump(exclude_defaults=True),
        judges=[judge.id for judge in plan.judges],
        concurrency=plan.concurrency,
        use_cache=plan.use_cache,
        budget_micro_usd=plan.budget_micro_usd,
        webhook_url=plan.webhook_url,
        schedule_id=schedule_id,
    )
