from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from llmbattler.generation.streams import repository
from llmbattler.generation.streams.chunks import StoredChunk
from llmbattler.generation.streams.contract import Ended, Failure, GenerationKey, StoredEnd
from llmbattler.generation.streams.flow import KeepAlive, Piece, Progress, ShuttingDown, follow
from llmbattler.generation.streams.flow.follow import follow_stored
from tests.generation.streams.owners import MemoryOwner

KEY = GenerationKey("shelf", uuid4(), "1")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow, "LOOK_SECONDS", 0.0)


def script(monkeypatch: pytest.MonkeyPatch, *looks: list[tuple[int, tuple[str, ...]]] | Exception | None) -> list[int]:
    """What the database says, look by look; gives where each look began."""
    asked: list[int] = []
    answers = iter(looks)

    async def list_chunks(_session: object, _key: object, after: int) -> list[StoredChunk] | None:
        asked.append(after)
        found = next(answers)
        if isinstance(found, Exception):
            raise found
        return None if found is None else [StoredChunk(*one) for one in found]

    monkeypatch.setattr(repository, "list_chunks", list_chunks)
    return asked


def following(
    database: Database, owner_in_memory: MemoryOwner, *seen: int, ping: float = 99.0, leaving: bool = False
) -> AsyncIterator[Progress]:
    return follow_stored(database, owner_in_memory, KEY, seen, ping_seconds=ping, is_leaving=lambda: leaving)


async def test_chunks_are_shown_as_they_are_stored_and_then_the_end(
    database: Database, owner_in_memory: MemoryOwner, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner_in_memory.ends[KEY] = StoredEnd(Ended(state="open"), ("One two.", "Three."))
    asked = script(monkeypatch, [(0, ("One", "Th"))], [], [(5, (" two", ""))], None)
    assert [one async for one in following(database, owner_in_memory, 0, 0)] == [
        Piece(("One", "Th"), (3, 2)),
        Piece((" two", ""), (7, 2)),
        Piece((".", "ree."), (8, 6)),
        Ended(state="open"),
    ]
    assert asked == [-1, 4, 4, 8]


async def test_what_was_seen_is_not_shown_again(
    database: Database, owner_in_memory: MemoryOwner, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner_in_memory.ends[KEY] = StoredEnd(Ended(Failure.STOPPED))
    script(monkeypatch, [(0, ("One", "Th"))], None)
    assert [one async for one in following(database, owner_in_memory, 2, 99)] == [
        Piece(("e", ""), (3, 99)),
        Ended(Failure.STOPPED),
    ]


async def test_chunks_that_were_written_again_are_read_from_the_beginning(
    database: Database, owner_in_memory: MemoryOwner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash of the database lost them, and their process wrote them in other portions."""
    owner_in_memory.ends[KEY] = StoredEnd(Ended())
    asked = script(monkeypatch, [(0, ("One",))], [(9, (" four",))], [(0, ("One two..",)), (9, (" four",))], None)
    pieces = [one async for one in following(database, owner_in_memory, 0)]
    assert pieces == [Piece(("One",), (3,)), Piece((" two.. four",), (14,)), Ended()]
    assert asked == [-1, 2, -1, 13]


async def test_a_database_that_is_away_is_waited_for(
    database: Database, owner_in_memory: MemoryOwner, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(monkeypatch, Unavailable(), [(0, ("One",))], None)
    assert [one async for one in following(database, owner_in_memory, 0, ping=0.0)] == [
        KeepAlive(),
        Piece(("One",), (3,)),
        KeepAlive(),
        Ended(Failure.FAILED),
    ], "of what nobody knows anything is said to have failed"


async def test_followers_of_a_stopping_process_go_elsewhere(
    database: Database, owner_in_memory: MemoryOwner, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(monkeypatch, [(0, ("One",))])
    assert [one async for one in following(database, owner_in_memory, 0, leaving=True)] == [
        Piece(("One",), (3,)),
        ShuttingDown(),
    ]
