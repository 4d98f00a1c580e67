"""Queries of comparisons. Values are transferred as packed numbers, since there can be hundreds of thousands."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import BigInteger, ColumnElement, Double, LargeBinary, Select, and_, cast, exists, func, literal, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import aliased

from llmbattler.core.db import Session

from ...runs.models import SCORED, Outcome, Result, Run, RunStatus
from ...suites.models import Sample, Suite, SuiteVersion
from ..repository import get_cost_column, get_value_column

KEYS, CLUSTERS, ALONE = 0, 1, 2
"""Seeds of the hashes of texts, so that a cluster never equals a sample without a cluster."""
_EMPTY = b""


class PackedValues(NamedTuple):
    """The samples of one entry; numbers in network byte order, eight bytes each."""

    keys: bytes
    """Hashes of the sample ids."""
    positions: bytes
    values: bytes
    """Means over epochs; unreadable answers count as 0."""
    clusters: bytes


class FinishedRun(NamedTuple):
    run: Run
    suite: Suite
    version: SuiteVersion


class RunWithDataset(NamedTuple):
    run: Run
    dataset_id: UUID


class NewestRun(NamedTuple):
    """The newest finished run of one suite with one model."""

    model_id: str
    run: Run
    suite: Suite
    version: SuiteVersion


async def get_packed_values(
    session: Session, *, run_id: UUID, model_id: str, prompt: str, dataset_id: UUID, clustered: bool
) -> PackedValues:
    """Samples without a scored answer are left out."""
    inner = (
        select(
            Result.position.label("position"),
            func.max(Result.sample_id).label("sample_id"),
            cast(func.avg(get_value_column()), Double).label("value"),
        )
        .where(*_entry(run_id, model_id, prompt), Result.outcome.in_(SCORED))
        .group_by(Result.position)
        .subquery()
    )
    alone = func.hashtextextended(inner.c.sample_id, ALONE)
    cluster = func.coalesce(func.hashtextextended(Sample.cluster, CLUSTERS), alone) if clustered else alone
    query = select(
        _pack(func.int8send(func.hashtextextended(inner.c.sample_id, KEYS))),
        _pack(func.int8send(cast(inner.c.position, BigInteger))),
        _pack(func.float8send(inner.c.value)),
        _pack(func.int8send(cluster)),
    ).select_from(inner)
    if clustered:
        same = and_(Sample.dataset_id == dataset_id, Sample.position == inner.c.position)
        query = query.outerjoin(Sample, same)
    return PackedValues(*(await session.execute(query)).one())


def _pack(number: ColumnElement[Any]) -> ColumnElement[bytes]:
    empty = literal(_EMPTY, LargeBinary)
    return func.coalesce(func.string_agg(number, empty, type_=LargeBinary), empty)


async def count_failed(session: Session, *, run_id: UUID, model_id: str, prompt: str) -> int:
    """Answers that failed or are still being retried."""
    error_groups = (Outcome.FAILED, Outcome.QUARANTINED, Outcome.RETRYING)
    query = select(func.count()).where(*_entry(run_id, model_id, prompt), Result.outcome.in_(error_groups))
    return (await session.execute(query)).scalar_one()


def _entry(run_id: UUID, model_id: str, prompt: str) -> tuple[ColumnElement[bool], ...]:
    return Result.run_id == run_id, Result.model_id == model_id, Result.prompt == prompt


async def list_finished(session: Session, *, suite_id: UUID, model_id: str | None, most: int) -> Sequence[FinishedRun]:
    """The newest so many finished runs of a suite, oldest first."""
    query = (
        select(Run, Suite, SuiteVersion)
        .join(Suite, Suite.suite_id == Run.suite_id)
        .join(SuiteVersion, SuiteVersion.version_id == Run.version_id)
        .where(Run.suite_id == suite_id, Run.status == RunStatus.FINISHED)
        .order_by(Run.created_at.desc(), Run.run_id.desc())
        .limit(most)
    )
    if model_id is not None:
        query = query.where(Run.models.contains([model_id]))
    return [FinishedRun(*row) for row in reversed((await session.execute(query)).all())]


async def get_suite(session: Session, suite_id: UUID) -> Suite | None:
    return await session.get(Suite, suite_id)


async def list_newest(session: Session) -> Sequence[NewestRun]:
    """For every suite that is not archived and every model that ever finished a run of it with a score.

    A run in which all calls failed says nothing of a model, and does not take away what is known of it.
    """
    named = select(Run.run_id, func.unnest(Run.models).label("model_id")).where(Run.status == RunStatus.FINISHED)
    entries = named.subquery()
    run = aliased(Run)
    scored = exists().where(
        *_entry(run.run_id, entries.c.model_id, run.prompts[1]),  # type: ignore[arg-type]
        Result.outcome.in_(SCORED),
    )
    query = (
        select(entries.c.model_id, run, Suite, SuiteVersion)
        .join(run, run.run_id == entries.c.run_id)
        .join(Suite, and_(Suite.suite_id == run.suite_id, Suite.archived_at.is_(None)))
        .join(SuiteVersion, SuiteVersion.version_id == run.version_id)
        .where(scored)
        .ext(distinct_on(run.suite_id, entries.c.model_id))
        .order_by(run.suite_id, entries.c.model_id, run.created_at.desc(), run.run_id.desc())
    )
    return [NewestRun(*row) for row in (await session.execute(query)).all()]


async def list_runs_with_datasets(session: Session, run_ids: Sequence[UUID]) -> Sequence[RunWithDataset]:
    """These runs, each with the id of its dataset."""
    query = _with_dataset().where(Run.run_id.in_(run_ids))
    return [RunWithDataset(*row) for row in (await session.execute(query)).all()]


async def list_newest_finished(session: Session) -> Sequence[RunWithDataset]:
    """The newest finished run of every suite."""
    query = (
        _with_dataset()
        .where(Run.status == RunStatus.FINISHED)
        .ext(distinct_on(Run.suite_id))
        .order_by(Run.suite_id, Run.created_at.desc(), Run.run_id.desc())
    )
    return [RunWithDataset(*row) for row in (await session.execute(query)).all()]


def _with_dataset() -> Select[Run, UUID]:
    return select(Run, SuiteVersion.dataset_id).join(SuiteVersion, SuiteVersion.version_id == Run.version_id)


async def list_costs(session: Session, run_ids: Sequence[UUID]) -> dict[UUID, int | None]:
    """What runs have cost in micro-dollars, judges included; null if nothing has a price."""
    query = select(Result.run_id, get_cost_column()).where(Result.run_id.in_(run_ids)).group_by(Result.run_id)
    return {run_id: None if cost is None else int(cost) for run_id, cost in (await session.execute(query)).all()}
