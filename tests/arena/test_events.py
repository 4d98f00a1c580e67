from collections.abc import AsyncIterator
from uuid import UUID

import pytest

from llmbattler.arena.conversation import Attempt
from llmbattler.arena.errors import CHOSEN_STOPPED, DIRECT_FAILED, DIRECT_STOPPED, NEUTRAL, STOPPED
from llmbattler.arena.events import Starting, read_event_id, write_event_id, write_events
from llmbattler.arena.models import Mode, VoidReason
from llmbattler.arena.running import Done, Leaving, Offset, Piece, Quiet, Shown, Voided
from llmbattler.core.errors import Invalid

ID = UUID("01890a5d-ac96-774b-bcce-b302099a8057")


async def framed(
    *pieces: Shown, mode: Mode = Mode.BATTLE, apart: bool = False, start: Starting | None = None
) -> list[bytes]:
    async def shown() -> AsyncIterator[Shown]:
        for piece in pieces:
            yield piece

    return [event async for event in write_events(shown(), attempt=Attempt(2), mode=mode, apart=apart, start=start)]


@pytest.mark.parametrize(
    ("upto", "apart", "name"),
    [
        (Offset(340, 340), False, "2.340"),
        (Offset(12, 340), False, "2.340"),
        (Offset(340, 12), False, "2.340"),
        (Offset(340, 12), True, "2.340.12"),
        (Offset(5, 0), True, "2.5.0"),
    ],
)
def test_an_id_says_how_much_was_shown(upto: Offset, apart: bool, name: str) -> None:
    assert write_event_id(Attempt(2), upto, apart=apart) == name
    attempt, seen = read_event_id(name, current=Attempt(2))
    assert attempt == Attempt(2)
    # The shorter side may be said to be further than it is: nothing of it is left.
    assert seen == (upto if apart else Offset(max(upto.left, upto.right), max(upto.left, upto.right)))


@pytest.mark.parametrize("given", [None, "", "1.340", "3.1.2"])
def test_an_id_of_another_turn_means_nothing_of_this_one(given: str | None) -> None:
    assert read_event_id(given, current=Attempt(2)) == (Attempt(2), Offset())


@pytest.mark.parametrize("again", [1, 7])
def test_an_answer_that_is_given_again_has_ids_of_its_own(again: int) -> None:
    name = write_event_id(Attempt(2, again), Offset(5, 5), apart=False)
    assert name == f"2r{again}.5"
    assert read_event_id(name, current=Attempt(2, again)) == (Attempt(2, again), Offset(5, 5))
    # Whoever was reading the first goes on with the first; an id of one that never was means nothing.
    assert read_event_id("2.5", current=Attempt(2, again)) == (Attempt(2), Offset(5, 5))
    assert read_event_id(name, current=Attempt(2)) == (Attempt(2), Offset())


@pytest.mark.parametrize(
    "given",
    [
        *("2", "2.", ".5", "2.x", "-2.5", "2.-5", "2.5.6.7", "2.5 ", "2r.5", "r1.5", "２.５x"),
        *("9" * 5 + ".1", "1." + "9" * 10),
    ],
)
def test_an_id_that_nobody_gave_out_is_refused(given: str) -> None:
    with pytest.raises(Invalid):
        read_event_id(given, current=Attempt(2))


async def test_both_sides_travel_in_one_event() -> None:
    events = await framed(Piece("Hel", "Wor", Offset(3, 3)), Piece("", "ld\n\ndata: x", Offset(3, 13)), Done())
    assert events == [
        b'event: delta\nid: 2.3\ndata: {"left":"Hel","right":"Wor"}\n\n',
        b'event: delta\nid: 2.13\ndata: {"left":"","right":"ld\\n\\ndata: x"}\n\n',
        b"event: done\ndata: {}\n\n",
    ]


async def test_text_cannot_break_out_of_its_event() -> None:
    for nasty in ("\n\nevent: done\ndata: {}\n\n", "\r\n\r\nevent: done", "\u2028", "\x00\x1b", '"}\n\n'):
        [event] = await framed(Piece(nasty, nasty, Offset(1, 1)))
        assert event.count(b"\n") == 4
        assert b"\r" not in event


@pytest.mark.parametrize(
    ("reason", "mode", "sentence"),
    [
        (VoidReason.FAILED, Mode.BATTLE, NEUTRAL),
        (VoidReason.CRASHED, Mode.BATTLE, NEUTRAL),
        (VoidReason.STOPPED, Mode.BATTLE, STOPPED),
        (VoidReason.STOPPED, Mode.SIDE_BY_SIDE, CHOSEN_STOPPED),
        (VoidReason.STOPPED, Mode.DIRECT, DIRECT_STOPPED),
        (VoidReason.FAILED, Mode.DIRECT, DIRECT_FAILED),
    ],
)
async def test_a_void_turn_has_one_sentence(reason: VoidReason, mode: Mode, sentence: str) -> None:
    assert await framed(Voided(reason), mode=mode) == [
        b'event: void\ndata: {"message":"' + sentence.encode() + b'"}\n\n'
    ]


async def test_pings_are_comments_and_a_farewell_is_an_event() -> None:
    assert await framed(Quiet(), Leaving()) == [b": still here\n\n", b"event: shutdown\ndata: {}\n\n"]


async def test_the_start_names_what_was_started_and_nothing_else() -> None:
    text = str(ID).encode()
    assert await framed(start=Starting(ID, ID, "msg_1")) == [
        b'event: start\ndata: {"session_id":"' + text + b'","battle_id":"' + text + b'","message_id":"msg_1"}\n\n'
    ]
