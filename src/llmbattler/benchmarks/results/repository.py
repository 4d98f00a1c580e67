"""Queries of totals. Everything is counted in SQL; answers are not loaded."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Double,
    Select,
    and_,
    case,
    func,
    or_,
    select,
    text,
)
from sqlalchemy.orm import aliased

from llmbattler.core.db import Session

from ..runs.models import SCORED, Gate, Outcome, Result, Run
from ..statistics.clusters import ClusterSums
from ..suites.models import Dataset, Sample, Suite, SuiteVersion

UNSUCCESSFUL = (Outcome.FAILED, Outcome.QUARANTINED, Outcome.RETRYING)
_SCORED = Result.outcome.in_(SCORED)
LINE = (Result.model_id, Result.prompt)
BUCKETS_PER_E = 25
"""Buckets of durations per factor of e; each is four percent wide."""


class LoadedRun(NamedTuple):
    run: Run
    suite: Suite
    version: SuiteVersion
    dataset: Dataset


class SilentGate(NamedTuple):
    endpoint: str
    since: datetime
    error: str | None


class ResultBucket(NamedTuple):
    """Answers of one line with the same outcome and about the same duration."""

    model_id: str
    prompt: str
    outcome: Outcome
    answers: int
    cached: int
    input_tokens: int
    output_tokens: int
    cost_micro_usd: int | None
    recent: int
    milliseconds: float | None
    """Mean duration."""
    sums: tuple[float, ...]
    """Sum of values and sum of squares: of the answer, then of each score."""


class Moments(NamedTuple):
    """What an interval is computed from: the values of one line under one score."""

    n: int
    total: float
    squares: float

    @property
    def binary(self) -> bool:
        """Whether all values are 0 or 1: only those equal their square."""
        return self.total == self.squares


class ErrorGroup(NamedTuple):
    model_id: str
    prompt: str
    kind: str
    times: int
    last: str


class EpochCount(NamedTuple):
    """How many samples of a line have `n` answers of which `right` are right."""

    model_id: str
    prompt: str
    n: int
    right: int
    samples: int


class DatasetSummary(NamedTuple):
    tags: tuple[str, ...]
    clustered: bool


Line = tuple[str, str]


async def get_run(session: Session, run_id: UUID) -> LoadedRun | None:
    query = (
        select(Run, Suite, SuiteVersion, Dataset)
        .join(Suite, Suite.suite_id == Run.suite_id)
        .join(SuiteVersion, SuiteVersion.version_id == Run.version_id)
        .join(Dataset, Dataset.dataset_id == SuiteVersion.dataset_id)
        .where(Run.run_id == run_id)
    )
    row = (await session.execute(query)).one_or_none()
    return None if row is None else LoadedRun(*row)


async def update_work_mem(session: Session) -> None:
    """Raise work_mem in this transaction, so that large runs are counted in memory and not on disk."""
    await session.execute(text("SET LOCAL work_mem = '64MB'"))


async def get_dataset_summary(session: Session, dataset_id: UUID) -> DatasetSummary:
    """Tags and clustering of a dataset."""
    mine = Sample.dataset_id == dataset_id
    tags = select(func.unnest(Sample.tags).label("tag")).where(mine).distinct().subquery()
    found = (await session.execute(select(tags.c.tag).order_by(tags.c.tag))).scalars().all()
    clustered = select(select(Sample.position).where(mine, Sample.cluster.is_not(None)).exists())
    return DatasetSummary(tuple(found), bool((await session.execute(clustered)).scalar_one()))


_ASKED, _JUDGED = func.sum(Result.cost_micro_usd), func.sum(Result.judge_micro_usd)
_COST = func.coalesce(_ASKED + _JUDGED, _ASKED, _JUDGED)
"""Includes judges; null only if neither the model nor a judge has a price."""


async def list_buckets(session: Session, run_id: UUID, *, scores: int, recent: timedelta) -> Sequence[ResultBucket]:
    """Everything that is counted, in one query that PostgreSQL can execute in parallel."""
    # Durations in buckets of four percent are precise enough and need no sort.
    about = func.floor(func.ln(Result.total_ms + 1) * BUCKETS_PER_E)
    query = (
        select(
            *LINE,
            Result.outcome,
            func.count(),
            func.count().filter(Result.cached),
            func.coalesce(func.sum(Result.input_tokens), 0),
            func.coalesce(func.sum(Result.output_tokens), 0),
            _COST,
            func.count().filter(Result.recorded_at > func.now() - recent),
            func.avg(Result.total_ms),
            *_list_sums(scores),
        )
        .where(Result.run_id == run_id)
        .group_by(*LINE, Result.outcome, about)
    )
    return [ResultBucket._make((*row[:10], tuple(row[10:]))) for row in (await session.execute(query)).all()]


def _list_sums(scores: int) -> list[ColumnElement[Any]]:
    columns: list[ColumnElement[Any]] = []
    for score in (None, *range(scores)):
        # power() instead of a product, which would extract the score from JSON twice.
        columns += [func.sum(_measure(score)), func.sum(func.power(_measure(score), 2))]
    return columns


async def list_moments(session: Session, run_id: UUID) -> dict[Line, Moments]:
    """The moments of the value of each line."""
    query = select(*LINE, func.count(), *_list_sums(0)).where(Result.run_id == run_id, _SCORED).group_by(*LINE)
    return {(row[0], row[1]): Moments(*row[2:]) for row in (await session.execute(query)).all()}


async def list_cluster_sums(
    session: Session, run_id: UUID, *, scores: int, dataset_id: UUID | None
) -> dict[Line, list[list[ClusterSums]]]:
    """The clusters of each line by size, for the value and then for each score, in one query.

    With a dataset its clusters are used, otherwise the epochs of each sample.
    """
    totals = [func.sum(_measure(score)) for score in (None, *range(scores))]
    named = [total.label(f"total_{at}") for at, total in enumerate(totals)]
    columns: list[Any] = [*LINE, func.count().label("size"), *named]
    query = select(*columns).where(Result.run_id == run_id, _SCORED)
    clusters = _group_clusters(query, dataset_id).subquery()
    sums: list[ColumnElement[Any]] = []
    for one in named:
        total = clusters.c[one.name]
        sums += [func.sum(total), func.sum(total * total)]
    of = (clusters.c.model_id, clusters.c.prompt, clusters.c.size)
    found: dict[Line, list[list[ClusterSums]]] = {}
    for row in (await session.execute(select(*of, func.count(), *sums).group_by(*of))).all():
        for at, measure in enumerate(found.setdefault((row[0], row[1]), [[] for _ in named])):
            measure.append(ClusterSums(row[2], row[3], *row[4 + 2 * at : 6 + 2 * at]))
    return found


def _group_clusters(query: Select[Any], dataset_id: UUID | None) -> Select[Any]:
    if dataset_id is None:
        return query.group_by(*LINE, Result.position)
    # A sample without a cluster is a cluster of its own.
    alone = case((Sample.cluster.is_(None), Sample.position))
    mine = and_(Sample.dataset_id == dataset_id, Sample.position == Result.position)
    return query.join(Sample, mine).group_by(*LINE, Sample.cluster, alone)


def get_cost_column() -> ColumnElement[Any]:
    """The sum of the costs, with judges; null only if neither the model nor a judge has a price."""
    return _COST


def get_value_column() -> ColumnElement[float]:
    """SQL for the value of a scored answer; unreadable ones count as 0."""
    return case((Result.outcome == Outcome.UNPARSED, 0.0), else_=func.coalesce(Result.value, 0.0))


def _measure(score: int | None) -> ColumnElement[float]:
    """The value of an answer or of one of its scores; unreadable ones count as 0."""
    if score is None:
        return get_value_column()
    return func.coalesce(Result.scores[score]["value"].astext.cast(Double), 0.0)


async def count_epochs(session: Session, run_id: UUID) -> Sequence[EpochCount]:
    inner = (
        select(
            *LINE,
            func.count().label("n"),
            func.count().filter(Result.outcome == Outcome.RIGHT).label("right"),
        )
        .where(Result.run_id == run_id, _SCORED)
        .group_by(*LINE, Result.position)
        .subquery()
    )
    columns = (inner.c.model_id, inner.c.prompt, inner.c.n, inner.c.right)
    rows = (await session.execute(select(*columns, func.count()).group_by(*columns))).all()
    return [EpochCount(*row) for row in rows]


def _has_error(result: type[Result]) -> ColumnElement[bool]:
    """Includes scored answers that reached the token limit before any text."""
    cut = and_(result.outcome == Outcome.UNPARSED, result.error_kind.is_not(None))
    return or_(result.outcome.in_(UNSUCCESSFUL), cut)


async def list_error_groups(session: Session, run_id: UUID) -> Sequence[ErrorGroup]:
    """The kinds of error of each line, the most frequent first, with the newest message."""
    kind = func.coalesce(Result.error_kind, "unknown")
    grouped = (
        select(
            *LINE, kind.label("kind"), func.count().label("count"), func.max(Result.recorded_at).label("recorded_at")
        )
        .where(Result.run_id == run_id, _has_error(Result))
        .group_by(*LINE, kind)
        .subquery()
    )
    newest = aliased(Result)
    last = (
        select(newest.error)
        .where(
            newest.run_id == run_id,
            newest.model_id == grouped.c.model_id,
            newest.prompt == grouped.c.prompt,
            newest.recorded_at == grouped.c.recorded_at,
            _has_error(newest),
            func.coalesce(newest.error_kind, "unknown") == grouped.c.kind,
        )
        .limit(1)
        .scalar_subquery()
    )
    query = select(
        grouped.c.model_id, grouped.c.prompt, grouped.c.kind, grouped.c.count, func.coalesce(last, "")
    ).order_by(grouped.c.count.desc(), grouped.c.kind)
    return [ErrorGroup(*row) for row in (await session.execute(query)).all()]


async def list_silent_gates(session: Session, fresh: timedelta) -> list[SilentGate]:
    """Endpoints of which a worker has reported within this time that they do not answer."""
    since = func.greatest(Gate.silent_since, Gate.heard_at)
    query = select(Gate.endpoint, since, Gate.silent_error).where(
        Gate.silent_at > func.now() - fresh, Gate.silent_since.is_not(None)
    )
    return [SilentGate(*row) for row in (await session.execute(query)).all()]
