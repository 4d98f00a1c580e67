"""Queries for exports and imports of runs."""

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import Row, func, select

from llmbattler.core.db import Session, copy_rows

from ...runs.models import Result, Run
from ...suites.models import Dataset, Sample, Suite, SuiteVersion

AT_ONCE = 500
HALF = 0.5


async def list_sample_batches(session: Session, dataset_id: UUID) -> AsyncIterator[Sequence[Row[Any]]]:
    """In the order of the dataset, in batches that fit into memory."""
    columns = (Sample.position, Sample.sample_id, Sample.fields, Sample.target, Sample.cluster, Sample.tags)
    query = select(*columns).where(Sample.dataset_id == dataset_id).order_by(Sample.position)
    found = await session.stream(query.execution_options(yield_per=AT_ONCE))
    async for rows in found.partitions():
        yield rows


async def list_result_batches(
    session: Session, run_id: UUID, columns: Sequence[str], *, dataset_id: UUID | None = None
) -> AsyncIterator[Sequence[Row[Any]]]:
    """In the order of their key, with the sample if a dataset is given."""
    query = select(*(getattr(Result, name) for name in columns)).where(Result.run_id == run_id)
    if dataset_id is not None:
        mine = (Sample.dataset_id == dataset_id) & (Sample.position == Result.position)
        query = query.add_columns(Sample.fields, Sample.target, Sample.cluster, Sample.tags).outerjoin(Sample, mine)
    ordered = query.order_by(Result.model_id, Result.prompt, Result.position, Result.epoch)
    found = await session.stream(ordered.execution_options(yield_per=AT_ONCE))
    async for rows in found.partitions():
        yield rows


async def lock_imports(session: Session) -> None:
    """Only one import at a time may choose free names and ids."""
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended("benchmarks.import", 12))))


async def find_row(
    session: Session, table: type[Run | Suite | SuiteVersion | Dataset], key: UUID
) -> Run | Suite | SuiteVersion | Dataset | None:
    return await session.get(table, key)


async def find_version(session: Session, digest: str) -> SuiteVersion | None:
    """The newest version with this digest."""
    query = select(SuiteVersion).where(SuiteVersion.digest == digest).order_by(SuiteVersion.version_id.desc()).limit(1)
    return (await session.execute(query)).scalar_one_or_none()


async def list_numbers(session: Session, suite_id: UUID) -> set[int]:
    query = select(SuiteVersion.number).where(SuiteVersion.suite_id == suite_id)
    return set((await session.execute(query)).scalars())


async def find_suite(session: Session, name: str) -> Suite | None:
    query = select(Suite).where(Suite.name == name).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def list_names(session: Session, name: str) -> set[str]:
    """Names of suites that start with this one."""
    query = select(Suite.name).where(Suite.name.startswith(name, autoescape=True))
    return set((await session.execute(query)).scalars())


async def get_suite(session: Session, suite_id: UUID) -> Suite:
    return await session.get_one(Suite, suite_id)


async def add_row(session: Session, row: Run | Suite | SuiteVersion) -> None:
    """Add the row now, which also fills in its dates."""
    session.add(row)
    await session.flush()


async def add_results(session: Session, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    await copy_rows(session, Result, columns, rows)
