import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from sqlalchemy import delete

from llmbattler.arena.models import Battle
from llmbattler.arena.moderation import jobs
from llmbattler.core.db import Database
from llmbattler.core.live import LiveHub
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider
from llmbattler.worker.process import work
from tests.arena.conftest import offer
from tests.arena.moderation.flagged_battles import all_flags, flag_one, list_word, say

REVIEWER = "zz-reviewer"


async def test_flags_go_with_their_battles(resources: Resources) -> None:
    await flag_one(resources)
    async with resources.get(Database).unit() as session:
        await session.execute(delete(Battle))
    await jobs.scan(resources)
    assert await all_flags(resources.get(Database)) == []


class TestWithAModel:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"moderation_model": REVIEWER})

    @pytest.fixture
    async def worker(self, resources: Resources) -> AsyncIterator[None]:
        task = asyncio.create_task(work(resources))
        yield
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    @pytest.mark.usefixtures("worker")
    async def test_every_turn_is_read_by_the_model_and_for_the_words(
        self, resources: Resources, provider: ScriptedProvider
    ) -> None:
        provider.script(REVIEWER, Script(text="1: ok\n2: ok\n3: hate"))
        await offer(resources, provider, REVIEWER)
        database = resources.get(Database)
        await list_word(database, "zounds")
        await say(database, "Zounds?")
        with resources.get(LiveHub).subscribe("admin") as news:
            await jobs.scan(resources)
            async with asyncio.timeout(30):
                while len(await all_flags(database)) < 2:
                    await news.next()
        assert sorted((flag.source, flag.where) for flag in await all_flags(database)) == [
            ("model", "right"),
            ("word_list", "prompt"),
        ]

    async def test_a_model_that_is_not_there_breaks_nothing(self, resources: Resources) -> None:
        database = resources.get(Database)
        battle = await say(database, "Zounds?")
        await jobs.review_turn(resources, battle_id=str(battle.battle_id), turn=1)
        assert await all_flags(database) == []
