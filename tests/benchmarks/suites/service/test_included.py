from pathlib import Path

import pytest
from tests.benchmarks.suites.service.test_edits import FILE, save

from llmbattler.benchmarks.suites import repository
from llmbattler.benchmarks.suites.errors import IncludedSuite
from llmbattler.benchmarks.suites.models import Origin
from llmbattler.benchmarks.suites.service.included import sync_included
from llmbattler.benchmarks.suites.service.open_suite import open_suite
from llmbattler.core.db import Database


async def test_built_in_suites_are_added_once_and_cannot_be_overwritten(database: Database, tmp_path: Path) -> None:
    async with database.unit() as session:
        added = await sync_included(session)
    async with database.unit() as session:
        assert await sync_included(session) == 0
        rows = [one for one in await repository.list_suites(session) if one.suite.origin is Origin.INCLUDED]
    assert added == len(rows) > 0
    assert all(one.sample_count >= 100 and one.suite.owner is None for one in rows)
    name = rows[0].suite.name.encode()
    (tmp_path / "sums.csv").write_text("q,a\n1+1?,2\n")
    with pytest.raises(IncludedSuite):
        await save(database, tmp_path, FILE.replace(b"name: sums", b"name: " + name))


async def test_a_built_in_suite_is_not_added_if_its_name_is_taken(database: Database) -> None:
    async with database.unit() as session:
        await sync_included(session)
        name = (await repository.list_suites(session))[0].suite.name
        mine = await repository.find_suite(session, name)
        assert mine is not None
        mine.origin = Origin.FILE
    async with database.unit() as session:
        assert await sync_included(session) == 0


async def test_a_suite_can_use_a_built_in_generator(database: Database, tmp_path: Path) -> None:
    async with database.unit() as session:
        await sync_included(session)
        spec = next(
            row.version.spec
            for row in await repository.list_suites(session)
            if "included" in row.version.spec["dataset"]
        )
    name = spec["dataset"]["included"]
    column = "{{ sample | tojson }}"
    text = f"name: mine\ndataset: {{included: {name}, seed: 5, limit: 7}}\nprompts: {{p: '{column}'}}\n"
    kept = await save(
        database, tmp_path, (text + "scores: [{name: e, scorer: latency, options: {at_most_ms: 1}}]\n").encode()
    )
    async with database.unit() as session:
        assert (await open_suite(session, version_id=kept.version.version_id)).sample_count == 7
