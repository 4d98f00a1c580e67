"""Boards in memory: what changes is seen, and no question fills the memory."""

import json
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from llmbattler.core.db import Database
from llmbattler.core.live import LiveHub
from llmbattler.core.resources import Resources
from llmbattler.ratings.flow import MOST_BOARDS, Boards
from llmbattler.ratings.rules import RatingRules
from llmbattler.ratings.schemas import LeaderboardIn
from llmbattler.ratings.service.fits import KEPT_SECONDS
from tests.clock import Clock

pytestmark = pytest.mark.usefixtures("voted")

AN_HOUR = RatingRules(delay=timedelta(hours=1))


async def ask_board(boards: Boards, **wanted: Any) -> Any:
    """As the middleware and the route do."""
    question = json.dumps(wanted)
    found = boards.find(question) or await boards.answer(LeaderboardIn(**wanted), question)
    return json.loads(found.body)


async def test_a_delayed_board_changes_without_a_vote(database: Database, resources: Resources) -> None:
    clock = Clock()
    boards = Boards(database, resources.get(LiveHub), AN_HOUR, clock)
    assert (await ask_board(boards))["leaderboard"] == []
    async with database.unit() as session:  # the time passes
        await session.execute(text("UPDATE model_stats_history SET at = at - interval '2 hours'"))
    assert (await ask_board(boards))["leaderboard"] == []
    clock.now += KEPT_SECONDS
    assert len((await ask_board(boards))["leaderboard"]) == 4


async def test_a_change_that_was_not_heard_of_is_seen_within_a_minute(database: Database, resources: Resources) -> None:
    clock = Clock()
    boards = Boards(database, resources.get(LiveHub), RatingRules(), clock)
    await ask_board(boards)
    async with database.unit() as session:
        await session.execute(text("UPDATE boards SET total_votes = 7 WHERE board = 'overall'"))
    clock.now += KEPT_SECONDS - 1
    assert (await ask_board(boards, q="ant"))["metadata"]["total_votes"] > 7
    clock.now += 1
    assert (await ask_board(boards))["metadata"]["total_votes"] == 7
    assert (await ask_board(boards, q="ant"))["metadata"]["total_votes"] == 7


async def test_names_that_somebody_makes_up_fill_no_memory(database: Database, resources: Resources) -> None:
    boards = Boards(database, resources.get(LiveHub), RatingRules())
    for number in range(MOST_BOARDS + 20):
        await ask_board(boards, board=f"language:made-up-{number}")
    assert len(boards._boards) == MOST_BOARDS
    assert not boards._making
