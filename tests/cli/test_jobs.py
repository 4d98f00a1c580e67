import asyncio

import pytest
from tests.benchmarks.bench_rows import build_run, build_suite

from llmbattler.cli.jobs import jobs
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.settings import Settings


@pytest.mark.usefixtures("terminal")
def test_unfinished_runs_are_listed(
    address: DatabaseAddress, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    async def add_run() -> str:
        database = Database(address, settings)
        async with database.unit() as session:
            run = await build_run(session, version=await build_suite(session, samples=4), title="Nightly")
        await database.close()
        return str(run.run_id)

    jobs()
    assert "No long job is running or paused." in capsys.readouterr().out
    run_id = asyncio.run(add_run())
    jobs()
    shown = capsys.readouterr().out
    assert all(word in shown for word in (run_id, "Nightly", "running", "0 of 4", "$0.00"))
