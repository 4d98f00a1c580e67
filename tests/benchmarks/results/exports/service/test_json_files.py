import json

from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from tests.benchmarks.bench_rows import build_run, build_suite
from tests.benchmarks.results.exports.sample_run import SAMPLES, add_sample_run, write


async def test_json_is_one_object_with_everything(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings)
        whole = json.loads(await write(session, run.run_id))
    assert list(whole) == ["format", "version", "suite", "dataset", "run", "samples", "results"]
    assert (whole["format"], whole["version"]) == ("llmbattler-run", 1)
    assert whole["suite"]["spec"]["prompts"] == {"main": "Q: {{ question }}"}
    assert [one["fields"] for one in whole["samples"]] == SAMPLES
    assert [(one["model_id"], one["position"]) for one in whole["results"]] == [
        (model, place) for model in ("alpha", "beta/x") for place in range(4)
    ]
    assert whole["results"][0]["scores"][0]["details"] == {"votes": [1, 0.5]}
    assert whole["run"]["created_at"] == "2026-03-04T05:06:07.890000Z"


async def test_json_of_a_run_without_results_is_whole_too(database: Database) -> None:
    async with database.unit() as session:
        run = await build_run(session, version=await build_suite(session, samples=1), chunks=False)
        whole = json.loads(await write(session, run.run_id))
    assert (len(whole["samples"]), whole["results"]) == (1, [])


async def test_neither_the_owner_nor_the_webhook_leaves_the_site(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings)
        content = await write(session, run.run_id)
    assert b"v_somebody" not in content
    assert b"hook.example" not in content
