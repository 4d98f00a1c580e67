from collections.abc import AsyncIterator
from dataclasses import replace
from uuid import UUID

import pytest

from llmbattler.arena.conversation import Entry, Facts, answer, ask
from llmbattler.arena.failure_messages import NEUTRAL, TURN_FAILED, TURN_STOPPED
from llmbattler.arena.models import Mode, Position
from llmbattler.arena.turns.events import read_event_id, write_event_id, write_events
from llmbattler.arena.turns.turn import TurnRef
from llmbattler.core.errors import Invalid
from llmbattler.generation.streams.flow import KeepAlive, Offset, Piece, Progress, ShuttingDown
from llmbattler.generation.streams.service import Ended, Failure

ID = UUID("01890a5d-ac96-774b-bcce-b302099a8057")
REF = TurnRef(ID, ID, "msg_1", Mode.BATTLE, 2)
CHAT = replace(REF, mode=Mode.DIRECT)


async def framed(*given: Progress, ref: TurnRef = REF, apart: bool = False, announce: bool = False) -> list[bytes]:
    async def progress() -> AsyncIterator[Progress]:
        for one in given:
            yield one

    return [event async for event in write_events(progress(), ref=ref, apart=apart, announce=announce)]


@pytest.mark.parametrize(
    ("upto", "apart", "name"),
    [
        ((340, 340), False, "2.340"),
        ((12, 340), False, "2.340"),
        ((340, 12), False, "2.340"),
        ((340, 12), True, "2.340.12"),
        ((5, 0), True, "2.5.0"),
    ],
)
def test_an_id_says_how_much_was_shown(upto: Offset, apart: bool, name: str) -> None:
    assert write_event_id(REF, upto, apart=apart) == name
    ref, seen = read_event_id(name, current=REF)
    assert ref == REF
    # The offset of the shorter side may exceed its length: it is complete.
    assert seen == (upto if apart else (max(upto), max(upto)))


def test_a_chat_has_one_side_and_ids_of_two() -> None:
    assert write_event_id(CHAT, (5,), apart=True) == "2.5.0"
    assert read_event_id("2.5.0", current=CHAT) == (CHAT, (5,))
    assert read_event_id(None, current=CHAT) == (CHAT, (0,))


@pytest.mark.parametrize("given", [None, "", "1.340", "3.1.2"])
def test_an_id_of_another_turn_means_nothing_of_this_one(given: str | None) -> None:
    assert read_event_id(given, current=REF) == (REF, (0, 0))


@pytest.mark.parametrize("attempt", [1, 7])
def test_every_attempt_has_ids_of_its_own(attempt: int) -> None:
    later = replace(REF, attempt=attempt)
    name = write_event_id(later, (5, 5), apart=False)
    assert name == f"2r{attempt}.5"
    assert read_event_id(name, current=later) == (later, (5, 5))
    # A client of the first attempt continues with it; an id of an attempt that never existed is ignored.
    assert read_event_id("2.5", current=later) == (REF, (5, 5))
    assert read_event_id(name, current=REF) == (REF, (0, 0))


def test_an_earlier_turn_is_continued_where_it_was_answered() -> None:
    entries: list[Entry] = [ask((), prompt="Why?", images=())]
    facts = Facts(model_id="m", latency_ms=1)
    entries.append(answer(entries, turn=1, position=Position.RIGHT, text="So.", facts=facts, attempt=1))
    assert read_event_id("1r1.2", current=REF, entries=entries) == (replace(REF, turn=1, attempt=1), (2, 2))
    assert read_event_id("1.2", current=REF, entries=entries) == (REF, (0, 0))


@pytest.mark.parametrize(
    "given",
    [
        *("2", "2.", ".5", "2.x", "-2.5", "2.-5", "2.5.6.7", "2.5 ", "2r.5", "r1.5", "２.５x"),
        *("9" * 5 + ".1", "1." + "9" * 10),
    ],
)
def test_an_id_that_nobody_gave_out_is_refused(given: str) -> None:
    with pytest.raises(Invalid):
        read_event_id(given, current=REF)


async def test_one_event_has_both_sides() -> None:
    events = await framed(Piece(("Hel", "Wor"), (3, 3)), Piece(("", "ld\n\ndata: x"), (3, 13)), Ended())
    assert events == [
        b'event: delta\nid: 2.3\ndata: {"left":"Hel","right":"Wor"}\n\n',
        b'event: delta\nid: 2.13\ndata: {"left":"","right":"ld\\n\\ndata: x"}\n\n',
        b"event: done\ndata: {}\n\n",
    ]


async def test_a_chat_is_on_the_left() -> None:
    [event] = await framed(Piece(("Hi",), (2,)), ref=CHAT, apart=True)
    assert event == b'event: delta\nid: 2.2.0\ndata: {"left":"Hi","right":""}\n\n'


async def test_text_cannot_break_out_of_its_event() -> None:
    for nasty in ("\n\nevent: done\ndata: {}\n\n", "\r\n\r\nevent: done", "\u2028", "\x00\x1b", '"}\n\n'):
        [event] = await framed(Piece((nasty, nasty), (1, 1)))
        assert event.count(b"\n") == 4
        assert b"\r" not in event


@pytest.mark.parametrize(
    ("ended", "data"),
    [
        (Ended(Failure.FAILED, "void"), f'{{"message":"{NEUTRAL}"}}'),
        (Ended(Failure.LOST), f'{{"message":"{NEUTRAL}"}}'),
        (Ended(Failure.FAILED, "open"), f'{{"message":"{TURN_FAILED}","status":"open"}}'),
        (Ended(Failure.STOPPED, "voted"), f'{{"message":"{TURN_STOPPED}","status":"voted"}}'),
    ],
)
async def test_a_void_turn_says_whether_the_battle_is_void_too(ended: Ended, data: str) -> None:
    assert await framed(ended) == [b"event: void\ndata: " + data.encode() + b"\n\n"]


async def test_pings_are_comments_and_a_farewell_is_an_event() -> None:
    assert await framed(KeepAlive(), ShuttingDown()) == [b": still here\n\n", b"event: shutdown\ndata: {}\n\n"]


async def test_the_start_names_what_was_started_and_nothing_else() -> None:
    text = str(ID).encode()
    assert await framed(announce=True) == [
        b'event: start\ndata: {"session_id":"' + text + b'","battle_id":"' + text + b'","message_id":"msg_1"}\n\n'
    ]
