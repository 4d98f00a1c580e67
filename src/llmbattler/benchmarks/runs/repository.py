"""Queries of runs and their results. The engine has its own."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Row,
    String,
    and_,
    case,
    cast,
    delete,
    func,
    or_,
    select,
    tuple_,
    update,
)

from llmbattler.core.db import Session, copy_rows

from ..statistics.clusters import ClusterSums
from ..suites.models import Sample, Suite, SuiteVersion
from .chunks import ChunkPlan
from .models import FINAL, SCORED, Chunk, Gate, Outcome, Result, Run, RunStatus, Schedule

BATCH_ROWS = 10_000
_PLANNED = ("number", "model_id", "prompt", "epoch", "first", "count")
Failed: TypeAlias = tuple[str, str, int, int, bool]
"""Model, prompt, epoch, position, and whether it is quarantined."""
ChunkRange: TypeAlias = tuple[str, str, int, int, int]
"""Model, prompt, epoch, first position and number of samples."""
RETRYABLE = (Outcome.FAILED, Outcome.QUARANTINED)


@dataclass(frozen=True, slots=True)
class RunFilter:
    suite_id: UUID | None = None
    statuses: Collection[RunStatus] = ()
    """All when empty."""
    owner: str | None = None
    after: tuple[datetime, UUID] | None = None
    limit: int = 25


async def find_version(session: Session, suite_id: UUID, number: int | None) -> tuple[Suite, SuiteVersion] | None:
    """A suite with one of its versions; without a number the newest."""
    query = (
        select(Suite, SuiteVersion)
        .join(SuiteVersion, SuiteVersion.suite_id == Suite.suite_id)
        .where(Suite.suite_id == suite_id)
        .where(SuiteVersion.number == (Suite.newest if number is None else number))
    )
    found = (await session.execute(query)).one_or_none()
    return None if found is None else (found[0], found[1])


async def add_run(session: Session, run: Run) -> Run:
    session.add(run)
    await session.flush()
    return run


async def lock_run(session: Session, run_id: UUID) -> Run | None:
    query = select(Run).where(Run.run_id == run_id).with_for_update().execution_options(populate_existing=True)
    return (await session.execute(query)).scalar_one_or_none()


async def list_runs(session: Session, wanted: RunFilter) -> Sequence[Row[Run, Suite, int]]:
    """Newest first, each with its suite and the version number."""
    query = _with_suite().order_by(Run.created_at.desc(), Run.run_id.desc()).limit(wanted.limit)
    if wanted.suite_id is not None:
        query = query.where(Run.suite_id == wanted.suite_id)
    if wanted.statuses:
        query = query.where(Run.status.in_(wanted.statuses))
    if wanted.owner is not None:
        query = query.where(Run.owner == wanted.owner)
    if wanted.after is not None:
        at, run_id = wanted.after
        query = query.where(or_(Run.created_at < at, and_(Run.created_at == at, Run.run_id < run_id)))
    return (await session.execute(query)).all()


async def find_runs(session: Session, text: str) -> Sequence[UUID]:
    """At most two runs whose id starts or ends with this text."""
    written = cast(Run.run_id, String)
    query = select(Run.run_id).where(or_(written.startswith(text), written.endswith(text))).limit(2)
    return (await session.execute(query)).scalars().all()


async def get_row(session: Session, run_id: UUID) -> Row[Run, Suite, int] | None:
    query = _with_suite().where(Run.run_id == run_id).execution_options(populate_existing=True)
    return (await session.execute(query)).one_or_none()


def _with_suite() -> Any:  # noqa: ANN401 - SQLAlchemy's type of the query changes with each step
    return (
        select(Run, Suite, SuiteVersion.number)
        .join(Suite, Suite.suite_id == Run.suite_id)
        .join(SuiteVersion, SuiteVersion.version_id == Run.version_id)
    )


async def count_done(session: Session, run_ids: Sequence[UUID]) -> dict[UUID, int]:
    query = (
        select(Result.run_id, func.count())
        .where(Result.run_id.in_(run_ids), Result.outcome.in_(FINAL))
        .group_by(Result.run_id)
    )
    return {row[0]: row[1] for row in (await session.execute(query)).all()}


async def get_spent(session: Session, run_id: UUID) -> int:
    """What a run has cost in micro-dollars, judges included."""
    spent = func.coalesce(func.sum(Result.cost_micro_usd), 0) + func.coalesce(func.sum(Result.judge_micro_usd), 0)
    return (await session.execute(select(cast(spent, BigInteger)).where(Result.run_id == run_id))).scalar_one()


async def count_chunks(session: Session, run_id: UUID) -> int:
    return (await session.execute(select(func.count()).where(Chunk.run_id == run_id))).scalar_one()


async def list_free(session: Session, run_id: UUID) -> list[ChunkRange]:
    """The chunks without a job, in the order of their samples."""
    columns = (Chunk.model_id, Chunk.prompt, Chunk.epoch, Chunk.first, Chunk.count)
    query = select(*columns).where(Chunk.run_id == run_id, Chunk.job_id.is_(None)).order_by(*columns)
    rows = (await session.execute(query)).all()
    return [(model_id, prompt, epoch, first, count) for model_id, prompt, epoch, first, count in rows]


async def get_last_number(session: Session, run_id: UUID) -> int:
    query = select(func.coalesce(func.max(Chunk.number), -1)).where(Chunk.run_id == run_id)
    return (await session.execute(query)).scalar_one()


async def add_chunks(session: Session, run_id: UUID, plans: Sequence[ChunkPlan]) -> None:
    rows = ((run_id, *(getattr(plan, name) for name in _PLANNED)) for plan in plans)
    await copy_rows(session, Chunk, ("run_id", *_PLANNED), rows)


async def delete_chunks(session: Session, run_id: UUID) -> None:
    await session.execute(delete(Chunk).where(Chunk.run_id == run_id))


async def update_retrying_to_failed(session: Session, run_id: UUID) -> None:
    """Mark results that wait for a retry as failed."""
    await session.execute(
        update(Result)
        .where(Result.run_id == run_id, Result.outcome == Outcome.RETRYING)
        .values(outcome=Outcome.FAILED, next_try_at=None)
    )


async def delete_failed(session: Session, run_id: UUID) -> list[Failed]:
    """Delete failed results and return them. Those that have cost money become retrying instead, to keep their cost."""
    failed = Result.run_id == run_id, Result.outcome.in_(RETRYABLE)
    paid = func.coalesce(Result.cost_micro_usd, 0) + func.coalesce(Result.judge_micro_usd, 0) > 0
    quarantined = case((Result.outcome == Outcome.QUARANTINED, True), else_=False)
    what = Result.model_id, Result.prompt, Result.epoch, Result.position, quarantined
    found: list[Failed] = [tuple(row) for row in (await session.execute(select(*what).where(*failed))).all()]
    for statement in (
        update(Result).where(*failed, paid).values(outcome=Outcome.RETRYING, tries=0, next_try_at=func.now()),
        delete(Result).where(*failed),
    ):
        await session.execute(statement.execution_options(synchronize_session=False))
    return found


async def delete_run(session: Session, run_id: UUID) -> None:
    """Delete a run with its chunks and results, in batches that stay below the statement timeout."""
    await delete_chunks(session, run_id)
    key = (Result.run_id, Result.model_id, Result.prompt, Result.position, Result.epoch)
    some = select(*key).where(Result.run_id == run_id).limit(BATCH_ROWS)
    statement = delete(Result).where(tuple_(*key).in_(some)).execution_options(synchronize_session=False)
    while (await session.execute(statement)).rowcount:  # type: ignore[attr-defined]
        pass
    await session.execute(update(Schedule).where(Schedule.last_run_id == run_id).values(last_run_id=None))
    await session.execute(delete(Run).where(Run.run_id == run_id))


@dataclass(frozen=True, slots=True)
class Totals:
    """One model with one prompt: sums from which the mean and its interval are computed."""

    model_id: str
    prompt: str
    scored: int
    total: float
    squares: float
    binary: bool
    unparsed: int
    failed: int
    cost_micro_usd: int | None


async def list_totals(session: Session, run_id: UUID) -> list[Totals]:
    """Sums of a run. Unreadable answers count as 0, failed ones do not count."""
    value, scored = _value(), Result.outcome.in_(SCORED)
    asked, judged = func.sum(Result.cost_micro_usd), func.sum(Result.judge_micro_usd)
    query = (
        select(
            Result.model_id,
            Result.prompt,
            func.count().filter(scored),
            func.coalesce(func.sum(value).filter(scored), 0.0),
            func.coalesce(func.sum(value * value).filter(scored), 0.0),
            func.coalesce(func.bool_and(value.in_((0.0, 1.0))).filter(scored), True),
            func.count().filter(Result.outcome == Outcome.UNPARSED),
            func.count().filter(Result.outcome.in_(RETRYABLE)),
            cast(func.coalesce(asked + judged, asked, judged), BigInteger),
        )
        .where(Result.run_id == run_id)
        .group_by(Result.model_id, Result.prompt)
        .order_by(Result.model_id, Result.prompt)
    )
    return [Totals(*row) for row in (await session.execute(query)).all()]


def _value() -> ColumnElement[float]:
    """The value of a scored answer. Unreadable ones count as 0, although some of their scores may have a value."""
    return case((Result.outcome == Outcome.UNPARSED, 0.0), else_=func.coalesce(Result.value, 0.0))


async def list_cluster_sums(session: Session, run: Run) -> dict[tuple[str, str], list[ClusterSums]]:
    """Answers by model and prompt, grouped into clusters: those of the suite, or the epochs of one sample."""
    alone = case((Sample.cluster.is_(None), Sample.position))
    line = (Result.model_id, Result.prompt)
    clusters = (
        select(*line, func.count().label("size"), func.sum(_value()).label("total"))
        .join(SuiteVersion, SuiteVersion.version_id == run.version_id)
        .join(Sample, and_(Sample.dataset_id == SuiteVersion.dataset_id, Sample.position == Result.position))
        .where(Result.run_id == run.run_id, Result.outcome.in_(SCORED))
        .group_by(*line, Sample.cluster, alone)
        .subquery()
    ).c
    of = (clusters.model_id, clusters.prompt, clusters.size)
    sums = (func.count(), func.sum(clusters.total), func.sum(clusters.total * clusters.total))
    found: dict[tuple[str, str], list[ClusterSums]] = {}
    for model_id, prompt, *rest in (await session.execute(select(*of, *sums).group_by(*of))).all():
        found.setdefault((model_id, prompt), []).append(ClusterSums(*rest))
    return found


@dataclass(frozen=True, slots=True)
class PastAnswers:
    """Statistics of earlier answers of a model."""

    answers: int
    output_tokens: float | None
    median_ms: float | None


async def find_past_answers(session: Session, suite_id: UUID, model_ids: Sequence[str]) -> dict[str, PastAnswers]:
    """Statistics of these models in the newest runs of a suite. Durations leave out cached answers."""
    newest = select(Run.run_id).where(Run.suite_id == suite_id).order_by(Run.created_at.desc()).limit(10)
    asked = Result.cached.is_(False)
    query = (
        select(
            Result.model_id,
            func.count(),
            func.avg(Result.output_tokens),
            func.percentile_cont(0.5).within_group(Result.total_ms).filter(asked),
        )
        .where(Result.run_id.in_(newest), Result.model_id.in_(model_ids), Result.answer.is_not(None))
        .group_by(Result.model_id)
    )
    return {
        model_id: PastAnswers(count, _float(tokens), _float(median))
        for model_id, count, tokens, median in (await session.execute(query)).all()
    }


def _float(value: Any) -> float | None:  # noqa: ANN401 - the database returns a Decimal or a float
    return None if value is None else float(value)


async def list_widths(session: Session, endpoints: Sequence[str]) -> dict[str, float]:
    query = select(Gate.endpoint, Gate.width).where(Gate.endpoint.in_(endpoints))
    return {row[0]: row[1] for row in (await session.execute(query)).all()}


async def list_cluster_sizes(session: Session, dataset_id: UUID, samples: int) -> Sequence[int]:
    """The number of samples in each cluster of the first `samples` samples; empty without a cluster key."""
    query = (
        select(func.count())
        .where(Sample.dataset_id == dataset_id, Sample.position < samples, Sample.cluster.is_not(None))
        .group_by(Sample.cluster)
    )
    return (await session.execute(query)).scalars().all()


async def list_owned(session: Session, owner: str) -> Sequence[Run]:
    return (await session.execute(select(Run).where(Run.owner == owner).order_by(Run.created_at))).scalars().all()


async def delete_owner(session: Session, owner: str) -> None:
    await session.execute(update(Run).where(Run.owner == owner).values(owner=None, webhook_url=None))


async def update_owner(session: Session, source: str, target: str) -> None:
    await session.execute(update(Run).where(Run.owner == source).values(owner=target))
