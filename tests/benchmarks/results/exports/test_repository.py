from uuid import uuid4

from llmbattler.benchmarks.results.exports import repository
from llmbattler.benchmarks.runs.models import Run
from llmbattler.benchmarks.suites.models import Dataset, Suite, SuiteVersion
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from tests.benchmarks.bench_rows import build_suite
from tests.benchmarks.results.exports.sample_run import add_sample_run


async def test_results_come_in_the_order_of_their_key_with_their_sample(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings)
        version = await session.get_one(SuiteVersion, run.version_id)
        columns = ("model_id", "position")
        batches = repository.list_result_batches(session, run.run_id, columns, dataset_id=version.dataset_id)
        rows = [row async for batch in batches for row in batch]
        plain = [row async for batch in repository.list_result_batches(session, run.run_id, columns) for row in batch]
        samples = [row async for batch in repository.list_sample_batches(session, version.dataset_id) for row in batch]
    assert [(row.model_id, row.position) for row in rows] == [(m, p) for m in ("alpha", "beta/x") for p in range(4)]
    assert rows[0].fields["answer"] == rows[0].target == "Italy"
    assert [tuple(row) for row in plain] == [(row.model_id, row.position) for row in rows]
    assert [row.position for row in samples] == [0, 1, 2, 3]


async def test_versions_suites_and_names_are_found(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session, spec={"name": "odd_name"})
        other = await build_suite(session, spec={"name": "odd-name"})
        suite = await session.get_one(Suite, version.suite_id)
        assert await repository.find_version(session, version.digest) is version
        assert await repository.find_version(session, "unknown") is None
        assert await repository.find_suite(session, suite.name) is suite
        assert await repository.list_numbers(session, version.suite_id) == {1}
        assert await repository.list_names(session, "odd_name") == {suite.name}  # the underscore is no wildcard
        assert await repository.find_row(session, Suite, other.suite_id) is not None
        for table in (Run, Suite, SuiteVersion, Dataset):
            assert await repository.find_row(session, table, uuid4()) is None
