import asyncio

from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.ratings.flow import Boards
from llmbattler.ratings.lifespan import open_boards
from llmbattler.ratings.rules import RatingRules


def _followers() -> list[asyncio.Task[object]]:
    return [task for task in asyncio.all_tasks() if task.get_name() == "boards"]


async def test_boards_follow_changes_until_the_server_closes(resources: Resources) -> None:
    before = len(_followers())
    first = resources.get(Boards)
    async with open_boards(resources):
        assert resources.get(Boards) is not first
        assert resources.get(Boards).rules == RatingRules.read(resources.get(Settings))
        assert len(_followers()) == before + 1
    assert len(_followers()) == before
