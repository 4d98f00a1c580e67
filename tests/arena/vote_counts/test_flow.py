"""From a vote to the board, through the real parts: vote, commit, NOTIFY, job, fit, NOTIFY, page."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import cast

import pytest

from llmbattler.arena.topics import VOTED
from llmbattler.arena.vote_counts import flow
from llmbattler.core.jobs import JobQueue
from llmbattler.core.live import Changed, LiveHub
from llmbattler.core.resources import Resources
from llmbattler.worker.process import work
from tests.arena.conftest import ALPHA, BETA, Person


@pytest.fixture
async def worker(resources: Resources) -> AsyncIterator[None]:
    task = asyncio.create_task(work(resources))
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@pytest.mark.usefixtures("worker")
async def test_a_vote_reaches_open_pages_by_itself(person: Person, resources: Resources) -> None:
    heard = await person.battle()
    with resources.get(LiveHub).subscribe("leaderboard") as news:
        assert (await person.vote(heard.battle_id)).status_code == 200
        async with asyncio.timeout(20):
            while not isinstance(await news.next(), Changed):
                continue
    board = await person.get("/api/leaderboard?min_votes=1")
    assert board["metadata"]["total_votes"] == 1
    assert {row["model_id"] for row in board["leaderboard"]} == {ALPHA, BETA}
    assert all(row["preliminary"] for row in board["leaderboard"])


async def test_v23_few_votes_do_not_put_a_model_on_the_board(person: Person) -> None:
    heard = await person.battle()
    await person.vote(heard.battle_id)
    assert (await person.get("/api/leaderboard"))["leaderboard"] == []


async def test_the_reveal_shows_the_effect_of_the_vote_and_is_repeatable(person: Person) -> None:
    heard = await person.battle()
    answer = (await person.vote(heard.battle_id, "left_better")).json()
    left, right = answer["details"]["left"]["rating"], answer["details"]["right"]["rating"]
    assert (left["online_elo_before"], left["online_elo_after"]) == (1500, 1516)
    assert (right["online_elo_before"], right["online_elo_after"]) == (1500, 1484)
    assert left["elo_score"] is None
    again = await person.vote(heard.battle_id, "left_better")
    assert again.json() == answer
    battle = await person.get(f"/api/battles/{heard.battle_id}")
    assert battle["details"] == answer["details"]


class SwallowingQueue:
    """Swallows a cancellation, like a driver that is cancelled just as it finishes."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()

    async def defer(self, *_: object, **__: object) -> None:
        self.asked.set()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(60)


async def test_f10_a_swallowed_cancellation_does_not_keep_the_process_alive(
    resources: Resources, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flow, "PAUSE_SECONDS", 0.01)
    queue = SwallowingQueue()
    hub = resources.get(LiveHub)
    task = asyncio.create_task(flow.request_refreshes(hub, cast("JobQueue", queue)))
    await asyncio.sleep(0)
    for subscription in hub._subscriptions:
        subscription.offer(Changed(VOTED, ""))
    await queue.asked.wait()
    task.cancel()
    await asyncio.wait_for(asyncio.gather(task, return_exceptions=True), 5)
