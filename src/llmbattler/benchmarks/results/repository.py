"""Every query of totals. They count in SQL; no answer leaves the database for them."""

from collections.abc import Sequence
from datetime import timedelta
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

from ..runs.models import FINAL, SCORED, Outcome, Result, Run
from ..statistics.clusters import ClusterSums
from ..suites.models import Dataset, Sample, Suite, SuiteVersion

TROUBLE = (Outcome.FAILED, Outcome.QUARANTINED, Outcome.RETRYING)
_SCORED = Result.outcome.in_(SCORED)
_FINAL = Result.outcome.in_(FINAL)
LINE = (Result.model_id, Result.prompt)
PILES = 25
"""Piles of times for each factor of e: each is four percent wide."""


class OpenedRun(NamedTuple):
    run: Run
    suite: Suite
    version: SuiteVersion
    dataset: Dataset


class Pile(NamedTuple):
    """Answers of one line that ended in the same way and took about as long."""

    model_id: str
    prompt: str
    outcome: Outcome
    answers: int
    cached: int
    input_tokens: int
    output_tokens: int
    cost_micro_usd: int | None
    lately: int
    milliseconds: float | None
    """How long they took, in the mean."""
    sums: tuple[float, ...]
    """Of their values and of the squares of those, then the same for each score."""


class Moments(NamedTuple):
    """What an interval needs to know of the values of one line under one score."""

    n: int
    total: float
    squares: float

    @property
    def binary(self) -> bool:
        """Of numbers from 0 to 1 only 0 and 1 are their own squares."""
        return self.total == self.squares


class Trouble(NamedTuple):
    model_id: str
    prompt: str
    kind: str
    times: int
    last: str


class EpochCount(NamedTuple):
    """So many samples of a line have `n` answers of which `right` are right."""

    model_id: str
    prompt: str
    n: int
    right: int
    samples: int


class DatasetFacts(NamedTuple):
    tags: tuple[str, ...]
    clustered: bool


Line = tuple[str, str]


async def get_run(session: Session, run_id: UUID) -> OpenedRun | None:
    query = (
        select(Run, Suite, SuiteVersion, Dataset)
        .join(Suite, Suite.suite_id == Run.suite_id)
        .join(SuiteVersion, SuiteVersion.version_id == Run.version_id)
        .join(Dataset, Dataset.dataset_id == SuiteVersion.dataset_id)
        .where(Run.run_id == run_id)
    )
    row = (await session.execute(query)).one_or_none()
    return None if row is None else OpenedRun(*row)


async def update_work_mem(session: Session) -> None:
    """Let large runs be counted in memory and not on the disk; only in this unit of work."""
    await session.execute(text("SET LOCAL work_mem = '64MB'"))


async def get_facts(session: Session, dataset_id: UUID) -> DatasetFacts:
    """What the samples say together."""
    mine = Sample.dataset_id == dataset_id
    tags = select(func.unnest(Sample.tags).label("tag")).where(mine).distinct().subquery()
    found = (await session.execute(select(tags.c.tag).order_by(tags.c.tag))).scalars().all()
    clustered = select(select(Sample.position).where(mine, Sample.cluster.is_not(None)).exists())
    return DatasetFacts(tuple(found), bool((await session.execute(clustered)).scalar_one()))


_ASKED, _JUDGED = func.sum(Result.cost_micro_usd), func.sum(Result.judge_micro_usd)
_COST = func.coalesce(_ASKED + _JUDGED, _ASKED, _JUDGED)
"""Judges are paid too; nothing is known only where neither has a price."""


async def list_piles(session: Session, run_id: UUID, *, scores: int, lately: timedelta) -> Sequence[Pile]:
    """Everything that is counted and added up, in one reading that several processes of the database can share."""
    # A pile of times is four percent wide, which is near enough, and nothing has to be sorted.
    about = func.floor(func.ln(Result.total_ms + 1) * PILES)
    query = (
        select(
            *LINE,
            Result.outcome,
            func.count(),
            func.count().filter(Result.cached),
            func.coalesce(func.sum(Result.input_tokens), 0),
            func.coalesce(func.sum(Result.output_tokens), 0),
            _COST,
            func.count().filter(Result.recorded_at > func.now() - lately),
            func.avg(Result.total_ms),
            *_list_sums(scores),
        )
        .where(Result.run_id == run_id)
        .group_by(*LINE, Result.outcome, about)
    )
    return [Pile._make((*row[:10], tuple(row[10:]))) for row in (await session.execute(query)).all()]


def _list_sums(scores: int) -> list[ColumnElement[Any]]:
    columns: list[ColumnElement[Any]] = []
    for score in (None, *range(scores)):
        # A power and no product, which would read the score out of its JSON twice.
        columns += [func.sum(_measure(score)), func.sum(func.power(_measure(score), 2))]
    return columns


async def list_moments(session: Session, run_id: UUID) -> dict[Line, Moments]:
    """The moments of each line's value."""
    query = select(*LINE, func.count(), *_list_sums(0)).where(Result.run_id == run_id, _SCORED).group_by(*LINE)
    return {(row[0], row[1]): Moments(*row[2:]) for row in (await session.execute(query)).all()}


async def list_cluster_sums(
    session: Session, run_id: UUID, *, scores: int, dataset_id: UUID | None
) -> dict[Line, list[list[ClusterSums]]]:
    """The clusters of each line by their size, under all scores together and then under each, in one reading.

    Clusters are those of the dataset or, without one, the answers of several epochs to one sample.
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
    # A sample outside all clusters is one of its own.
    alone = case((Sample.cluster.is_(None), Sample.position))
    mine = and_(Sample.dataset_id == dataset_id, Sample.position == Result.position)
    return query.join(Sample, mine).group_by(*LINE, Sample.cluster, alone)


def get_value_column() -> ColumnElement[float]:
    """What a scored answer counts: one that could not be read counts nothing."""
    return case((Result.outcome == Outcome.UNPARSED, 0.0), else_=func.coalesce(Result.value, 0.0))


def _measure(score: int | None) -> ColumnElement[float]:
    """The value of an answer, or that of one of its scores, where what could not be read counts as 0 too."""
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


def _has_trouble(result: type[Result]) -> ColumnElement[bool]:
    """Also an answer that was scored may have some: one that was cut off before it began."""
    cut = and_(result.outcome == Outcome.UNPARSED, result.error_kind.is_not(None))
    return or_(result.outcome.in_(TROUBLE), cut)


async def list_trouble(session: Session, run_id: UUID) -> Sequence[Trouble]:
    """The kinds of failure of each line, the most frequent first, with the newest message of each."""
    kind = func.coalesce(Result.error_kind, "unknown")
    grouped = (
        select(
            *LINE, kind.label("kind"), func.count().label("count"), func.max(Result.recorded_at).label("recorded_at")
        )
        .where(Result.run_id == run_id, _has_trouble(Result))
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
            _has_trouble(newest),
            func.coalesce(newest.error_kind, "unknown") == grouped.c.kind,
        )
        .limit(1)
        .scalar_subquery()
    )
    query = select(
        grouped.c.model_id, grouped.c.prompt, grouped.c.kind, grouped.c.count, func.coalesce(last, "")
    ).order_by(grouped.c.count.desc(), grouped.c.kind)
    return [Trouble(*row) for row in (await session.execute(query)).all()]
