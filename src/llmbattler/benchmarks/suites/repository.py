"""Queries on suites, versions, datasets and samples."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import column, delete, distinct, exists, func, select, table, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from llmbattler.core.db import Session, VersionTable, copy_rows, run_statement
from llmbattler.core.ids import uuid7
from llmbattler.core.versions.hashes import write_canonical

from .definition.samples import SampleView
from .models import Dataset, Origin, Sample, Suite, SuiteVersion

# Suites must not import runs, so the table is declared here by name.
_RUNS = table("bench_runs", column("suite_id"), column("created_at"))
_LOCK = 6_203_411_780
VERSIONS = VersionTable(SuiteVersion, "suite_id", content=("spec", "dataset_id"))
_SAMPLE_COLUMNS = ("dataset_id", "position", "sample_id", "fields", "target", "cluster", "tags")


class SuiteRow(NamedTuple):
    suite: Suite
    version: SuiteVersion
    sample_count: int


class Usage(NamedTuple):
    runs: int
    last_run_at: datetime | None


async def get_suite(session: Session, suite_id: UUID) -> Suite | None:
    return await session.get(Suite, suite_id)


async def lock_suite(session: Session, suite_id: UUID) -> Suite | None:
    """Lock a suite and reload it, because another transaction may have changed it."""
    query = select(Suite).where(Suite.suite_id == suite_id).with_for_update().execution_options(populate_existing=True)
    return (await session.execute(query)).scalar_one_or_none()


async def find_suite(session: Session, name: str) -> Suite | None:
    return (await session.execute(select(Suite).where(Suite.name == name))).scalar_one_or_none()


async def list_suites(session: Session) -> Sequence[SuiteRow]:
    """Every suite with its newest version, most recently changed first."""
    query = (
        select(Suite, SuiteVersion, Dataset.sample_count)
        .join(SuiteVersion, (SuiteVersion.suite_id == Suite.suite_id) & (SuiteVersion.number == Suite.newest))
        .join(Dataset, Dataset.dataset_id == SuiteVersion.dataset_id)
        .order_by(Suite.updated_at.desc(), Suite.suite_id.desc())
    )
    return [SuiteRow(*row) for row in (await session.execute(query))]


async def count_runs(session: Session) -> dict[UUID, Usage]:
    """Number of runs and time of the last run, by suite."""
    query = select(_RUNS.c.suite_id, func.count(), func.max(_RUNS.c.created_at)).group_by(_RUNS.c.suite_id)
    return {suite_id: Usage(runs, last) for suite_id, runs, last in (await session.execute(query))}


async def get_version(session: Session, version_id: UUID) -> SuiteVersion | None:
    return await session.get(SuiteVersion, version_id)


async def find_version(session: Session, suite_id: UUID, number: int) -> SuiteVersion | None:
    return await VERSIONS.find_version(session, suite_id, number)


async def list_versions(session: Session, suite_id: UUID) -> Sequence[tuple[SuiteVersion, int]]:
    """Versions with their number of samples, newest first."""
    query = (
        select(SuiteVersion, Dataset.sample_count)
        .join(Dataset, Dataset.dataset_id == SuiteVersion.dataset_id)
        .where(SuiteVersion.suite_id == suite_id)
        .order_by(SuiteVersion.number.desc())
    )
    return list(await session.execute(query))


async def add_suite(session: Session, *, name: str, title: str, owner: str | None, origin: Origin) -> Suite | None:
    """Add a suite without versions. Returns `None` if the name is taken."""
    values = {"suite_id": uuid7(), "name": name, "title": title, "owner": owner, "origin": origin, "newest": 0}
    statement = insert(Suite).values(values).on_conflict_do_nothing(index_elements=["name"]).returning(Suite)
    return (await session.execute(statement)).scalar_one_or_none()


async def get_dataset(session: Session, dataset_id: UUID) -> Dataset | None:
    return await session.get(Dataset, dataset_id)


async def lock_dataset(session: Session, digest: str) -> Dataset | None:
    """Lock a dataset, so that it is not deleted as unused before a version refers to it.

    Its creation time is set to now: uploading a file again starts the retention period again.
    """
    statement = update(Dataset).where(Dataset.digest == digest).values(created_at=func.now()).returning(Dataset)
    found = await session.execute(statement, execution_options={"populate_existing": True})
    return found.scalar_one_or_none()


async def update_digest(session: Session, old: str, new: str) -> Dataset | None:
    """Give a dataset another digest; `None` if there is none with the old one, or already one with the new one."""
    try:
        async with session.begin_nested():
            statement = update(Dataset).where(Dataset.digest == old).values(digest=new).returning(Dataset)
            found = await session.execute(statement, execution_options={"populate_existing": True})
            return found.scalar_one_or_none()
    except IntegrityError:
        return None


async def find_use(session: Session, dataset_id: UUID) -> UUID | None:
    """Return a version of a suite that refers to a dataset."""
    query = select(SuiteVersion.version_id).where(SuiteVersion.dataset_id == dataset_id).limit(1)
    return (await session.execute(query)).scalar_one_or_none()


async def delete_unused(session: Session, *, older_than: timedelta) -> None:
    """Delete datasets that no version refers to."""
    used = exists().where(SuiteVersion.dataset_id == Dataset.dataset_id)
    query = (
        select(Dataset.dataset_id)
        .where(Dataset.created_at < func.now() - older_than, ~used)
        .with_for_update(skip_locked=True)
    )
    unused = (await session.execute(query)).scalars().all()
    await session.execute(delete(Sample).where(Sample.dataset_id.in_(unused)))
    await session.execute(delete(Dataset).where(Dataset.dataset_id.in_(unused)))


async def update_timeouts(session: Session) -> None:
    """Raise the timeouts of this transaction: large datasets take longer to build and copy than a page's query may."""
    await session.execute(text("SET LOCAL statement_timeout = '10min'"))
    await session.execute(text("SET LOCAL idle_in_transaction_session_timeout = '10min'"))


async def add_dataset(session: Session, row: Dataset, samples: Iterable[SampleView]) -> UUID:
    """Add a dataset and return its id. Concurrent calls with the same samples return the same dataset."""
    values = {
        "dataset_id": row.dataset_id,
        "digest": row.digest,
        "sample_count": row.sample_count,
        "columns": row.columns,
    }
    statement = insert(Dataset).values(values).on_conflict_do_nothing(index_elements=["digest"])
    added = (await session.execute(statement.returning(Dataset.dataset_id))).scalar_one_or_none()
    if added is None:
        found = await lock_dataset(session, row.digest)
        return row.dataset_id if found is None else found.dataset_id
    await copy_rows(session, Sample, _SAMPLE_COLUMNS, (_sample_row(row.dataset_id, one) for one in samples))
    return added


def _sample_row(dataset_id: UUID, sample: SampleView) -> tuple[Any, ...]:
    target = None if sample.target is None else write_canonical(sample.target)
    fields = write_canonical(sample.fields)
    return (dataset_id, sample.position, sample.sample_id, fields, target, sample.cluster, list(sample.tags))


async def list_samples(session: Session, dataset_id: UUID, first: int, count: int) -> Sequence[SampleView]:
    query = (
        select(Sample.position, Sample.sample_id, Sample.fields, Sample.target, Sample.cluster, Sample.tags)
        .where(Sample.dataset_id == dataset_id, Sample.position >= first, Sample.position < first + count)
        .order_by(Sample.position)
    )
    return [
        SampleView(position=position, sample_id=sample_id, fields=fields, target=target, cluster=cluster, tags=tags)
        for position, sample_id, fields, target, cluster, tags in (await session.execute(query))
    ]


_SAMPLE_RANGES = """
SELECT s.dataset_id, s.position, s.sample_id, s.fields, s.target, s.cluster, s.tags
FROM unnest(%(datasets)s::uuid[], %(firsts)s::int[], %(counts)s::int[]) AS c(dataset_id, first, count)
JOIN bench_samples s ON s.dataset_id = c.dataset_id AND s.position >= c.first AND s.position < c.first + c.count
"""


async def list_sample_ranges(
    session: Session, ranges: Collection[tuple[UUID, int, int]]
) -> dict[tuple[UUID, int], SampleView]:
    """The samples of these datasets, first positions and counts, by dataset and position."""
    datasets, firsts, counts = (list(column) for column in zip(*ranges, strict=True))
    given = {"datasets": datasets, "firsts": firsts, "counts": counts}
    rows = await run_statement(session, _SAMPLE_RANGES, given)
    return {
        (dataset_id, position): SampleView(
            position=position, sample_id=sample_id, fields=fields, target=target, cluster=cluster, tags=tags
        )
        for dataset_id, position, sample_id, fields, target, cluster, tags in rows
    }


async def list_samples_at(session: Session, dataset_id: UUID, positions: Sequence[int]) -> Sequence[SampleView]:
    """Samples at these positions, in the given order."""
    query = select(Sample).where(Sample.dataset_id == dataset_id, Sample.position.in_(positions))
    found = {row.position: row for row in (await session.execute(query)).scalars()}
    chosen = (found[position] for position in positions if position in found)
    return [
        SampleView(
            position=one.position,
            sample_id=one.sample_id,
            fields=one.fields,
            target=one.target,
            cluster=one.cluster,
            tags=one.tags,
        )
        for one in chosen
    ]


async def count_clusters(session: Session, dataset_id: UUID) -> int:
    query = select(func.count(distinct(Sample.cluster))).where(Sample.dataset_id == dataset_id)
    return (await session.execute(query)).scalar_one()


async def lock_included(session: Session) -> None:
    """Let only one process at a time update the built-in suites."""
    await session.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})


async def list_owned(session: Session, owner: str) -> Sequence[Suite]:
    query = select(Suite).where(Suite.owner == owner).order_by(Suite.suite_id)
    return (await session.execute(query)).scalars().all()


async def delete_ownership(session: Session, owner: str) -> None:
    """Archive the owner's suites and remove the owner. Other accounts may have run them, so they stay."""
    archived = func.coalesce(Suite.archived_at, func.now())
    await session.execute(update(Suite).where(Suite.owner == owner).values(owner=None, archived_at=archived))
    await session.execute(update(SuiteVersion).where(SuiteVersion.created_by == owner).values(created_by=None))


async def update_owner(session: Session, source: str, target: str) -> None:
    await session.execute(update(Suite).where(Suite.owner == source).values(owner=target))
    await session.execute(update(SuiteVersion).where(SuiteVersion.created_by == source).values(created_by=target))
