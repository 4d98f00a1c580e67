import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import func, select

from llmbattler.benchmarks.commands.options import OPERATOR
from llmbattler.benchmarks.results.errors import UnreadableRun
from llmbattler.benchmarks.results.exports.service.imports import import_run
from llmbattler.benchmarks.results.repository import get_run
from llmbattler.benchmarks.runs.models import Chunk, RunStatus
from llmbattler.benchmarks.runs.service.changes import resume_run
from llmbattler.benchmarks.suites.models import Origin
from llmbattler.core.db import Database, Session
from llmbattler.core.settings import Settings
from tests.benchmarks.results.exports.sample_run import add_sample_run, write

Change = Callable[[dict[str, Any]], object]


async def import_content(session: Session, content: bytes, owner: str | None = None) -> UUID:
    return (await import_run(session, file=BytesIO(content), owner=owner)).run_id


def changed(content: bytes, change: Change) -> bytes:
    whole = json.loads(content)
    change(whole)
    return json.dumps(whole).encode()


async def test_what_is_imported_elsewhere_exports_the_same(
    database: Database, other_database: Database, settings: Settings
) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings, epochs=2)
        content = await write(session, run.run_id)
    assert b"v_somebody" not in content
    assert b"hook.example" not in content
    async with other_database.unit() as session:
        done = await import_run(session, file=BytesIO(content), owner="v_me", at_once=3)
    assert (done.run_id, done.suite_id, done.results, done.new_suite) == (run.run_id, run.suite_id, 16, True)
    async with other_database.unit() as session:
        assert await write(session, run.run_id) == content
        loaded = await get_run(session, run.run_id)
    assert loaded is not None
    assert (loaded.run.owner, loaded.suite.owner, loaded.suite.origin) == ("v_me", "v_me", Origin.IMPORTED)


async def test_where_it_came_from_only_the_run_is_new(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings)
        content = await write(session, run.run_id)
        copy = await import_content(session, content)
        again = await write(session, copy)
        loaded = await get_run(session, copy)
    assert copy != run.run_id
    assert loaded is not None
    assert (loaded.run.version_id, loaded.suite.name) == (run.version_id, "odd-things")
    assert again == content.replace(str(run.run_id).encode(), str(copy).encode())


async def test_a_suite_of_the_same_name_that_says_something_else_stays_as_it_is(
    database: Database, settings: Settings
) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings)
        content = await write(session, run.run_id)
        other = changed(content, lambda whole: whole["suite"]["spec"].update(system="Be kind."))
        first = await get_run(session, await import_content(session, other, "v_me"))
        further = changed(content, lambda whole: whole["suite"]["spec"].update(system="Be brief."))
        second = await get_run(session, await import_content(session, further, "v_me"))
    assert first is not None
    assert second is not None
    assert (first.suite.name, first.version.number) == ("odd-things-2", 1)
    assert first.version.dataset_id == second.version.dataset_id
    assert second.suite.name == "odd-things-3"
    assert first.suite.suite_id != run.suite_id


async def test_further_versions_go_to_the_suite_that_was_imported_before(
    database: Database, other_database: Database, settings: Settings
) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings)
        content = await write(session, run.run_id)
    other = changed(content, lambda whole: whole["suite"]["spec"].update(system="Be kind."))
    async with other_database.unit() as session:
        first = await import_run(session, file=BytesIO(content), owner="v_me")
        second = await import_run(session, file=BytesIO(other), owner="v_me")
        loaded = await get_run(session, second.run_id)
    assert loaded is not None
    assert (first.suite_id, first.new_suite, second.new_suite) == (second.suite_id, True, False)
    assert (loaded.version.number, loaded.suite.newest) == (2, 2)


async def test_a_run_that_was_still_going_is_paused_here_and_can_be_resumed(
    database: Database, other_database: Database, settings: Settings
) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings, status=RunStatus.RUNNING, finished_at=None)
        content = await write(session, run.run_id)
    waiting = changed(content, lambda whole: whole["results"][0].update(outcome="retrying"))
    async with other_database.unit() as session:
        done = await import_run(session, file=BytesIO(waiting), owner=None)
        loaded = await get_run(session, done.run_id)
        assert loaded is not None
        assert (loaded.run.status, loaded.run.reason, loaded.run.finished_at) == (RunStatus.PAUSED, None, None)
        assert done.results == 7
        loaded.run.budget_micro_usd = None
        resumed = await resume_run(session, settings=settings, actor=OPERATOR, run_id=done.run_id)
        chunks = (await session.execute(select(func.sum(Chunk.count)).where(Chunk.run_id == done.run_id))).scalar_one()
    assert (resumed.status, chunks) == (RunStatus.RUNNING, 8)


async def test_all_times_can_be_shifted(database: Database, other_database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings)
        content = await write(session, run.run_id)
    shift = timedelta(days=-3, hours=1)
    async with other_database.unit() as session:
        await import_run(session, file=BytesIO(content), owner=None, shift=shift)
        moved = await write(session, run.run_id)
    before, after = (_list_times(json.loads(one)) for one in (content, moved))
    assert len(before) > 8
    assert after == [moment + shift for moment in before]


def _list_times(whole: dict[str, Any]) -> list[datetime]:
    rows = (whole["run"], *whole["results"])
    found = [row[name] for row in rows for name in ("created_at", "finished_at", "recorded_at") if row.get(name)]
    return [datetime.fromisoformat(one) for one in found]


@pytest.mark.parametrize(("owner", "older"), [("v_me", True), ("v_other", False), (None, False)])
async def test_a_version_is_no_newer_than_the_runs_of_its_owner(
    database: Database, settings: Settings, owner: str | None, older: bool
) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings)
        loaded = await get_run(session, run.run_id)
        assert loaded is not None
        loaded.suite.owner = "v_me"
        content = await write(session, run.run_id)
    at = datetime(2020, 5, 6, tzinfo=UTC)
    old = changed(content, lambda whole: whole["run"].update(created_at=at.isoformat()))
    async with database.unit() as session:
        loaded = await get_run(session, await import_content(session, old, owner))
    assert loaded is not None
    dates = (loaded.version.created_at, loaded.suite.created_at, loaded.suite.updated_at)
    assert [one == at for one in dates] == [older] * 3


async def test_a_file_cannot_pass_its_samples_off_as_those_of_another(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings)
        content = await write(session, run.run_id)
        forged = changed(content, lambda whole: whole["samples"][0]["fields"].update(answer="Spain"))
        loaded = await get_run(session, await import_content(session, forged))
        original = await get_run(session, run.run_id)
    assert loaded is not None
    assert original is not None
    assert loaded.dataset.dataset_id != original.dataset.dataset_id
    assert loaded.dataset.digest != original.dataset.digest
    assert loaded.version.version_id != original.version.version_id


def drop_samples(whole: dict[str, Any]) -> None:
    whole["samples"].pop()


def swap_samples(whole: dict[str, Any]) -> None:
    whole["samples"].reverse()


def repeat_result(whole: dict[str, Any]) -> None:
    whole["results"].append(whole["results"][0])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda whole: whole.update(format="other"), "`format` is missing or wrong"),
        (lambda whole: whole.update(version=2), "has version 2. This site reads version 1"),
        (lambda whole: whole.pop("run"), "run is missing"),
        (lambda whole: whole.update(more=1), "unexpected content after the results"),
        (lambda whole: whole["suite"].update(number=0), "Invalid suite: Expected `int` >= 1"),
        (lambda whole: whole["suite"]["spec"].pop("scores"), "Invalid suite, scores: Field required"),
        (lambda whole: whole["suite"]["spec"]["prompts"].update(main="{{ x"), "Invalid suite: prompts.main"),
        (lambda whole: whole["run"].update(prompts=["other"]), "no prompt other"),
        (lambda whole: whole["run"].update(epochs=10_000), "Invalid run"),
        (lambda whole: whole["run"].update(sample_count=5), "has 4 samples, but the run used 5"),
        (lambda whole: whole["run"].update(models=["a"] * 1000, epochs=100, sample_count=100), "at most 5,000,000"),
        (lambda whole: whole["run"].update(owner="v_other"), "unknown field `owner`"),
        (drop_samples, "has 3 samples, but the run used 4"),
        (swap_samples, "wrong position"),
        (repeat_result, "Result 9 is a duplicate"),
        (lambda whole: whole["results"][2].update(model_id="gamma"), "Result 3 is a duplicate or does not belong"),
        (lambda whole: whole["results"][2].update(position=99), "Result 3"),
        (lambda whole: whole["results"][2].update(epoch=2), "Result 3"),
        (lambda whole: whole["results"][2].update(sample_id="x"), "Result 3"),
        (lambda whole: whole["results"][2].update(value=1.5), "Invalid result 3: Expected `float` <= 1"),
        (lambda whole: whole["results"][2].update(answer="a\0b"), "cannot be stored"),
        (lambda whole: whole["results"][2].update(answer="\ud83d"), "cannot be stored"),
        (lambda whole: whole["samples"][0]["fields"].update({"a\0": 1}), "cannot be stored"),
        (lambda whole: whole["samples"][0].update(target=float("nan")), "not a valid JSON number"),
        (lambda whole: whole["results"][2].update(recorded_at="2026-01-01T00:00:00"), "Invalid result 3"),
    ],
)
async def test_everything_else_is_refused_with_a_sentence(
    database: Database, other_database: Database, settings: Settings, change: Change, said: str
) -> None:
    async with database.unit() as session:
        content = await write(session, (await add_sample_run(session, settings)).run_id)
    with pytest.raises(UnreadableRun) as refused:
        async with other_database.unit() as session:
            await import_content(session, changed(content, change))
    assert said in refused.value.detail
    run_id = UUID(json.loads(content)["run"]["run_id"]) if "run" in json.loads(content) else uuid4()
    async with other_database.unit() as session:
        assert await get_run(session, run_id) is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"PAR1xxxx",
        b"\xff\xfe{",
        b'{"format"',
        b'{"format":"llmbattler-run","version":1,"suite":' + b"[" * 100_000,
        b'{"format":"llmbattler-run","version":1e999',
        b"model_a,model_b,winner\nx,y,a\n",
    ],
)
async def test_other_files_are_refused_with_a_sentence(database: Database, content: bytes) -> None:
    with pytest.raises(UnreadableRun):
        async with database.unit() as session:
            await import_content(session, content)


async def test_a_file_that_breaks_off_anywhere_is_refused(
    database: Database, other_database: Database, settings: Settings
) -> None:
    async with database.unit() as session:
        content = await write(session, (await add_sample_run(session, settings)).run_id)
    for end in range(0, len(content) - 2, len(content) // 25):
        with pytest.raises(UnreadableRun):
            async with other_database.unit() as session:
                await import_content(session, content[:end])
