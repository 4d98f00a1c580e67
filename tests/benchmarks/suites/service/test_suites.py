from uuid import uuid4

import httpx
import pytest
from tests.benchmarks.bench_rows import build_run, build_suite
from tests.benchmarks.suites.test_routes import make
from tests.clients import ClientFactory

from llmbattler.accounts.repository import get_account
from llmbattler.benchmarks.suites import repository
from llmbattler.benchmarks.suites.errors import SuiteNotFound
from llmbattler.benchmarks.suites.service import suites
from llmbattler.core.db import Database


async def test_a_suite_is_found_by_name_and_by_id(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session)
        suite = await repository.get_suite(session, version.suite_id)
        assert suite is not None
        for name in (suite.name, str(suite.suite_id)):
            assert (await suites.find_suite(session, name=name)).suite_id == suite.suite_id
        with pytest.raises(SuiteNotFound):
            await suites.find_suite(session, name=str(uuid4()))


async def test_an_unknown_suite_has_no_versions(database: Database) -> None:
    async with database.unit() as session:
        with pytest.raises(SuiteNotFound):
            await suites.get_version(session, suite_id=uuid4(), number=None)


async def test_versions_name_whoever_saved_them(clients: ClientFactory, database: Database) -> None:
    member, nameless = await clients.member(), await clients.moderator()
    async with database.unit() as session:
        account = await get_account(session, member.account_id)
        assert account is not None
        account.name = "Ada"
    made = await make(member)
    assert [one["created_by"] for one in made["versions"]] == ["Ada"]
    changed = {**made["spec"], "description": "Again."}
    address = f"/api/bench/suites/{made['suite_id']}"
    saved = await nameless.put(address, json={"spec": changed, "dataset_id": made["dataset_id"]})
    assert [one["created_by"] for one in saved.json()["versions"]] == [None, "Ada"]


async def test_the_list_says_how_often_each_was_run(client: httpx.AsyncClient, database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session)
        for _ in range(2):
            await build_run(session, version=version)
    (row,) = (await client.get("/api/bench/suites")).json()["suites"]
    assert row["runs"] == 2
    assert row["last_run_at"] is not None
