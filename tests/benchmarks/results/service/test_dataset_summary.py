import pytest

from llmbattler.benchmarks.results import repository
from llmbattler.benchmarks.results.service import dataset_summary
from llmbattler.benchmarks.results.service.dataset_summary import find_dataset_summary
from llmbattler.core.db import Database
from tests.benchmarks.bench_rows import build_suite


async def test_a_dataset_is_read_once(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset_summary, "MAX_CACHED", 1)
    monkeypatch.setattr(dataset_summary, "_cache", type(dataset_summary._cache)())
    reads = 0
    real = repository.get_dataset_summary

    async def count(*arguments: object) -> object:
        nonlocal reads
        reads += 1
        return await real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(repository, "get_dataset_summary", count)
    async with database.unit() as session:
        tagged = await build_suite(session, samples=[{"question": "Why?", "tags": ["b", "a"], "cluster": "x"}])
        plain = await build_suite(session, samples=1)
        for _ in range(2):
            found = await find_dataset_summary(session, dataset_id=tagged.dataset_id)
            assert (found.tags, found.clustered) == (("a", "b"), True)
        assert reads == 1
        other = await find_dataset_summary(session, dataset_id=plain.dataset_id)
        assert (other.tags, other.clustered) == ((), False)
        await find_dataset_summary(session, dataset_id=tagged.dataset_id)
        assert reads == 3
