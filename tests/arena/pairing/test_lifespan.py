import asyncio

import pytest

from llmbattler.arena.pairing.flow import PairOdds
from llmbattler.arena.pairing.lifespan import open_pairing
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from tests.ratings.conftest import offered

__all__ = ["offered"]


def hold(database: Database, settings: Settings) -> Resources:
    resources = Resources()
    resources.add(Settings, settings)
    resources.add(Database, database)
    return resources


@pytest.mark.usefixtures("offered")
async def test_the_odds_are_read_while_the_server_is_open_and_not_after(
    database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    refresh, read = PairOdds.refresh, asyncio.Event()

    async def note(odds: PairOdds) -> None:
        await refresh(odds)
        read.set()

    monkeypatch.setattr(PairOdds, "refresh", note)
    resources, before = hold(database, settings), asyncio.all_tasks()
    async with open_pairing(resources), asyncio.timeout(20):
        await read.wait()
        [running] = [task for task in asyncio.all_tasks() - before if task.get_name() == "odds"]
    assert running.cancelled()
    assert sum(resources.get(PairOdds).chances.values()) == pytest.approx(1)
