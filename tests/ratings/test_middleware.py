import httpx
import pytest
from starlette.responses import PlainTextResponse

from llmbattler.core.db import Database
from llmbattler.core.live import LiveHub
from llmbattler.core.resources import Resources
from llmbattler.ratings.flow import Boards
from llmbattler.ratings.middleware import BoardCacheMiddleware
from llmbattler.ratings.rules import RatingRules
from llmbattler.ratings.schemas import LeaderboardIn


@pytest.mark.parametrize(
    ("method", "path", "cached"),
    [
        ("GET", "/api/leaderboard?q=a", True),
        ("GET", "/api/leaderboard?q=b", False),
        ("GET", "/api/leaderboard", False),
        ("HEAD", "/api/leaderboard?q=a", False),
        ("GET", "/api/leaderboard/matrix?q=a", False),
    ],
)
async def test_only_a_repeated_question_for_a_board_is_answered_from_memory(
    database: Database, resources: Resources, method: str, path: str, cached: bool
) -> None:
    boards = Boards(database, resources.get(LiveHub), RatingRules())
    known = await boards.answer(LeaderboardIn(q="a"), "q=a")
    own = Resources()
    own.add(Boards, boards)
    app = BoardCacheMiddleware(PlainTextResponse("routed"), own)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        response = await client.request(method, path)
    assert (response.headers.get("etag") == known.etag) is cached
    assert (response.content == known.body) is cached
