import pytest

from llmbattler.core.db import Database
from llmbattler.core.live import LiveHub
from llmbattler.core.resources import Resources
from llmbattler.ratings.flow import Answer, Boards
from llmbattler.ratings.middleware import ReadyBoards
from llmbattler.ratings.rules import RatingRules
from llmbattler.ratings.schemas import LeaderboardIn


@pytest.fixture
async def known(database: Database, resources: Resources) -> tuple[ReadyBoards, Answer]:
    """The finder of a server that has answered one question."""
    boards = Boards(database, resources.get(LiveHub), RatingRules())
    own = Resources()
    own.add(Boards, boards)
    return ReadyBoards(own), await boards.answer(LeaderboardIn(q="a"), "q=a")


async def test_only_a_repeated_question_for_a_board_is_answered_from_memory(known: tuple[ReadyBoards, Answer]) -> None:
    find, answer = known
    plain = find("q=a", {})
    assert plain is not None
    assert (plain.status, plain.body) == (200, answer.body)
    assert find("q=b", {}) is None


async def test_a_client_gets_the_form_that_it_accepts(known: tuple[ReadyBoards, Answer]) -> None:
    find, answer = known
    packed = find("q=a", {b"accept-encoding": b"gzip, deflate"})
    unchanged = find("q=a", {b"accept-encoding": b"gzip", b"if-none-match": answer.etag.encode()})
    assert packed is not None
    assert unchanged is not None
    assert (packed.status, packed.body) == (200, answer.packed)
    assert b"content-encoding: gzip\r\n" in packed.head
    assert (unchanged.status, unchanged.body) == (304, b"")
    assert b"content-length" not in unchanged.head
