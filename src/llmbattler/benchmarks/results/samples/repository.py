"""Queries of the grid and of one sample. Every page is found through an index, however far it is."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Select, Text, and_, func, or_, select, tuple_
from sqlalchemy.orm import aliased

from llmbattler.core.db import Session

from ...runs.models import SCORED, Outcome, Result
from ...suites.models import Sample
from ..repository import get_value_column


class SampleQuery(NamedTuple):
    """Which samples of a run to list."""

    run_id: UUID
    dataset_id: UUID
    outcomes: tuple[Outcome, ...]
    """Samples with one of these outcomes; empty for all."""
    line: tuple[str, str] | None
    tag: str | None
    search: str | None
    first: int
    """The lowest position."""
    until: int
    """Positions below this."""
    epochs: int


class Cell(NamedTuple):
    position: int
    model_id: str
    prompt: str
    outcome: Outcome
    value: float | None
    total_ms: int | None
    tries: int
    next_try_at: datetime | None


async def list_positions(session: Session, selection: SampleQuery, *, after: int, limit: int) -> Sequence[int]:
    """In the order of the dataset."""
    if selection.outcomes:
        query = (
            select(Result.position)
            .distinct()
            .where(
                Result.run_id == selection.run_id,
                Result.outcome.in_(selection.outcomes),
                Result.position > after,
                Result.position < selection.until,
                *_line(Result, selection),
                *_sample_matches(selection, Result.position),
            )
        )
        return await _take(session, query.order_by(Result.position).limit(limit))
    query = select(Sample.position).where(
        Sample.dataset_id == selection.dataset_id,
        Sample.position > after,
        Sample.position < selection.until,
        *_matches(Sample, selection),
    )
    return await _take(session, query.order_by(Sample.position).limit(limit))


async def list_disagreeing(session: Session, selection: SampleQuery, *, after: int, limit: int) -> Sequence[int]:
    """Samples whose scored answers have different outcomes across lines. Failed calls are ignored."""
    scored = (
        Result.run_id == selection.run_id,
        Result.position > after,
        Result.position < selection.until,
        Result.outcome.in_(SCORED),
    )
    position: ColumnElement[int] = Result.position.expression
    outcome: ColumnElement[Any] = Result.outcome.expression
    query = select(position).where(*scored)
    if selection.epochs > 1:
        lines = (Result.position, Result.model_id, Result.prompt)
        ended = select(*lines, _usual_outcome().label("outcome")).where(*scored).group_by(*lines).subquery()
        position, outcome = ended.c.position, ended.c.outcome
        query = select(position)
    query = (
        query.where(*_sample_matches(selection, position))
        .group_by(position)
        .having(func.min(outcome) != func.max(outcome))
        .order_by(position)
        .limit(limit)
    )
    return await _take(session, query)


async def list_slow(
    session: Session, selection: SampleQuery, *, before: tuple[int, int] | None, limit: int
) -> Sequence[tuple[int, int]]:
    """Duration of the slowest answer and position of each sample, the slowest first."""
    slower = aliased(Result)
    slowest = ~(
        select(slower.position)
        .where(
            slower.run_id == selection.run_id,
            slower.position == Result.position,
            tuple_(slower.total_ms, slower.model_id, slower.prompt, slower.epoch)
            > tuple_(Result.total_ms, Result.model_id, Result.prompt, Result.epoch),
            *_line(slower, selection),
        )
        .exists()
    )
    query = select(Result.total_ms, Result.position).where(
        Result.run_id == selection.run_id,
        Result.total_ms.is_not(None),
        slowest,
        *_line(Result, selection),
        *_sample_matches(selection, Result.position),
    )
    if before is not None:
        query = query.where(
            or_(Result.total_ms < before[0], and_(Result.total_ms == before[0], Result.position < before[1])),
            Result.total_ms <= before[0],
        )
    found = await session.execute(query.order_by(Result.total_ms.desc(), Result.position.desc()).limit(limit))
    return [(milliseconds or 0, position) for milliseconds, position in found.all()]


async def _take(session: Session, query: Select[Any]) -> Sequence[int]:
    found: Sequence[int] = (await session.execute(query)).scalars().all()
    return found


def _line(table: type[Result], selection: SampleQuery) -> list[ColumnElement[bool]]:
    if selection.line is None:
        return []
    return [table.model_id == selection.line[0], table.prompt == selection.line[1]]


def _sample_matches(selection: SampleQuery, position: Any) -> list[ColumnElement[bool]]:  # noqa: ANN401 - any column
    """Conditions on the sample; none if neither tag nor search is set."""
    sample = aliased(Sample)
    conditions = _matches(sample, selection)
    if not conditions:
        return []
    mine = (sample.dataset_id == selection.dataset_id, sample.position == position)
    return [select(sample.position).where(*mine, *conditions).exists()]


def _matches(sample: type[Sample], selection: SampleQuery) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if selection.tag is not None:
        found.append(sample.tags.contains([selection.tag]))
    if selection.search is not None:
        pattern = f"%{_escape(selection.search)}%"
        answer = aliased(Result)
        said = (
            select(answer.position)
            .where(
                answer.run_id == selection.run_id,
                answer.position == sample.position,
                # Redundant, but keeps the planner from searching all answers of the run first.
                answer.position >= selection.first,
                answer.position < selection.until,
                answer.answer.ilike(pattern),
                *_line(answer, selection),
            )
            .exists()
        )
        pair = func.jsonb_each_text(sample.fields).table_valued("key", "value")
        asked = select(pair.c.value).where(pair.c.value.cast(Text).ilike(pattern)).exists()
        found.append(or_(asked, said))
    return found


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _usual_outcome() -> ColumnElement[Any]:
    """The most frequent outcome over epochs; the worse one in a tie."""
    return func.mode().within_group(Result.outcome.desc())


async def list_cells(session: Session, run_id: UUID, positions: Sequence[int]) -> Sequence[Cell]:
    query = (
        select(
            Result.position,
            Result.model_id,
            Result.prompt,
            _usual_outcome(),
            func.avg(get_value_column()).filter(Result.outcome.in_(SCORED)),
            func.max(Result.total_ms),
            func.max(Result.tries),
            func.max(Result.next_try_at),
        )
        .where(Result.run_id == run_id, Result.position.in_(positions))
        .group_by(Result.position, Result.model_id, Result.prompt)
    )
    return [Cell(*row) for row in (await session.execute(query)).all()]


async def list_samples(session: Session, dataset_id: UUID, positions: Sequence[int]) -> Sequence[Sample]:
    query = select(Sample).where(Sample.dataset_id == dataset_id, Sample.position.in_(positions))
    return (await session.execute(query)).scalars().all()


async def list_answers(session: Session, run_id: UUID, position: int) -> Sequence[Result]:
    query = (
        select(Result)
        .where(Result.run_id == run_id, Result.position == position)
        .order_by(Result.model_id, Result.prompt, Result.epoch)
    )
    return (await session.execute(query)).scalars().all()
