from datetime import timedelta
from uuid import uuid4

from llmbattler.benchmarks.suites import repository
from llmbattler.benchmarks.suites.definition.samples import SampleView
from llmbattler.benchmarks.suites.models import Dataset, Origin
from llmbattler.core.db import Database
from tests.benchmarks.bench_rows import build_run, build_suite


def make_dataset() -> Dataset:
    return Dataset(dataset_id=uuid4(), digest=uuid4().hex * 2, sample_count=2, columns=["q"])


SAMPLES = [
    SampleView(position=0, sample_id="a", fields={"q": 1}, target=["x"], cluster="c", tags=["t"]),
    SampleView(position=1, sample_id="b", fields={"q": 2}, cluster="c"),
]


async def test_samples_are_stored_with_their_dataset_once(database: Database) -> None:
    row = make_dataset()
    async with database.unit() as session:
        dataset_id = await repository.add_dataset(session, row, SAMPLES)
        copy = Dataset(dataset_id=uuid4(), digest=row.digest, sample_count=2, columns=["q"])
        assert await repository.add_dataset(session, copy, SAMPLES) == dataset_id
        first, second = await repository.list_samples(session, dataset_id, 0, 10)
        assert (first.target, first.cluster, first.tags) == (["x"], "c", ["t"])
        assert second.target is None
        assert await repository.count_clusters(session, dataset_id) == 1
        assert [one.position for one in await repository.list_samples_at(session, dataset_id, [1, 9, 0])] == [1, 0]


async def test_a_name_can_be_used_once(database: Database) -> None:
    async with database.unit() as session:
        added = await repository.add_suite(session, name="a", title="A", owner=None, origin=Origin.MANUAL)
        assert added is not None
        assert await repository.add_suite(session, name="a", title="B", owner=None, origin=Origin.MANUAL) is None
        found = await repository.find_suite(session, "a")
        assert found is not None
        assert found.title == "A"


async def test_datasets_without_a_version_are_deleted(database: Database) -> None:
    row = make_dataset()
    async with database.unit() as session:
        version = await build_suite(session)
        await repository.add_dataset(session, row, SAMPLES)
    async with database.unit() as session:
        await repository.delete_unused(session, older_than=timedelta(hours=1))
        assert await repository.get_dataset(session, row.dataset_id) is not None
        await repository.delete_unused(session, older_than=timedelta())
    async with database.unit() as session:
        assert await repository.get_dataset(session, row.dataset_id) is None
        assert await repository.list_samples(session, row.dataset_id, 0, 10) == []
        assert await repository.get_dataset(session, version.dataset_id) is not None


async def test_runs_are_counted_by_suite(database: Database) -> None:
    async with database.unit() as session:
        version, other = await build_suite(session), await build_suite(session)
        await build_run(session, version=version)
        last = await build_run(session, version=version)
        usage = await repository.count_runs(session)
    assert usage[version.suite_id] == (2, last.created_at)
    assert other.suite_id not in usage
