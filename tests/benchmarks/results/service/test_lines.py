from uuid import uuid4

import pytest

from llmbattler.benchmarks.results.errors import LineNotFound
from llmbattler.benchmarks.results.service.lines import find_line, list_lines, load_run
from llmbattler.benchmarks.runs.errors import RunNotFound
from llmbattler.core.db import Database
from tests.benchmarks.bench_rows import build_run, build_suite
from tests.benchmarks.runs.offered_models import offer


async def test_lines_are_models_with_prompts_in_the_order_of_the_run(database: Database) -> None:
    async with database.unit() as session:
        await offer(session)
        one = await build_run(session, version=await build_suite(session), models=["gone", "alpha"])
        prompts = {"prompts": {"short": "{{ question }}", "long": "Please: {{ question }}"}}
        two = await build_run(session, version=await build_suite(session, spec=prompts))
        single = await list_lines(session, run=one)
        several = await list_lines(session, run=two)
    assert [(line.key, line.model_name) for line in single] == [("gone", "gone"), ("alpha", "Alpha")]
    assert [line.key for line in several] == [f"alpha#{prompt}" for prompt in two.prompts]
    assert find_line(several, several[1].key) is several[1]
    with pytest.raises(LineNotFound):
        find_line(several, "alpha")


async def test_a_run_is_loaded_with_its_suite_version_and_dataset(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session)
        run = await build_run(session, version=version)
        loaded = await load_run(session, run_id=run.run_id)
        assert (loaded.run, loaded.version) == (run, version)
        assert (loaded.suite.suite_id, loaded.dataset.dataset_id) == (version.suite_id, version.dataset_id)
        with pytest.raises(RunNotFound):
            await load_run(session, run_id=uuid4())
