import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from llmbattler.arena.battle_files.errors import UnreadableBattles
from llmbattler.arena.battle_files.records import BattleLine, battle_row, read_lines, write_line
from llmbattler.core.demo import read_part

LINES = read_part("battles.jsonl").splitlines()
VOTED = next(line for line in LINES if b'"share":' in line)
Change = Callable[[dict[str, Any]], object]


def change(line: bytes, *changes: Change) -> bytes:
    whole = json.loads(line)
    for one in changes:
        one(whole)
    return json.dumps(whole).encode()


def test_a_line_is_written_as_it_was_read() -> None:
    assert [write_line(line).rstrip() for line in read_lines(LINES[:500])] == LINES[:500]


def test_empty_lines_are_skipped() -> None:
    assert len(list(read_lines([b"\n", LINES[0], b"  ", LINES[1]]))) == 2


def test_a_vote_stays_when_its_battle_is_gone() -> None:
    (line,) = read_lines([change(VOTED, lambda whole: [whole.pop(name) for name in ("session", "battle", "share")])])
    assert (line.battle, line.vote is not None) == (None, True)


def list_times(line: BattleLine) -> list[datetime]:
    parts = [one for one in (line.session, line.battle, line.vote, line.share) if one is not None]
    values = [getattr(part, name) for part in parts for name in part.__struct_fields__]
    entries = line.battle.conversation if line.battle else []
    texts = [datetime.fromisoformat(entry.created_at) for entry in entries if entry.created_at]
    return [value for value in values if isinstance(value, datetime)] + texts


def test_every_time_is_shifted_and_nothing_else() -> None:
    (before,), (after,) = read_lines([VOTED]), read_lines([VOTED], shift=timedelta(days=3, seconds=1))
    assert [late - early for early, late in zip(list_times(before), list_times(after), strict=True)] == [
        timedelta(days=3, seconds=1)
    ] * len(list_times(before))
    (back,) = read_lines([write_line(after)], shift=-timedelta(days=3, seconds=1))
    assert back == before


def test_a_message_without_a_time_keeps_none() -> None:
    line = change(VOTED, lambda whole: whole["battle"]["conversation"][0].pop("created_at"))
    (read,) = read_lines([line], shift=timedelta(days=1))
    assert read.battle is not None
    assert read.battle.conversation[0].created_at == ""


def test_images_stay_behind() -> None:
    line = change(VOTED, lambda whole: whole["battle"]["conversation"][0].update(images=["img_1"]))
    (read,) = read_lines([line])
    assert read.battle is not None
    assert read.session is not None
    row = battle_row(read.battle, read.session)
    assert "images" not in json.loads(row["conversation"])[0]
    assert (row["owner"], row["session_id"]) == (read.session.owner, read.session.session_id)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda whole: whole.pop("session"), "without its session"),
        (lambda whole: [whole.pop(name) for name in ("battle", "vote", "share")], "neither a battle nor a vote"),
        (lambda whole: whole["battle"].update(status="generating"), "still being answered"),
        (lambda whole: whole["battle"].update(right_model_id=None), "wrong number of models"),
        (lambda whole: whole["battle"].update(mode="direct"), "wrong number of models"),
        (lambda whole: whole["vote"].update(left_model_id="somebody"), "the vote of another battle"),
        (lambda whole: whole["vote"].update(vote="best"), "best"),
        (lambda whole: whole["battle"].update(created_at="2026-01-01T00:00:00"), "timezone"),
        (lambda whole: whole["battle"].update(conversation=[]), "length >= 1"),
        (lambda whole: whole["session"].update(title="\0"), "NUL"),
        (lambda whole: whole.update(secret=1), "unknown field"),
        (lambda whole: whole["vote"].pop("voter"), "voter"),
    ],
)
def test_a_damaged_line_is_named(damage: Change, said: str) -> None:
    with pytest.raises(UnreadableBattles) as error:
        list(read_lines([LINES[0], change(VOTED, damage)]))
    assert error.value.detail.startswith("Line 2")
    assert said in error.value.detail


@pytest.mark.parametrize("line", [b"{", b"[]", b"null", b"\xff", b'{"vote": 1}', b'"\\ud800"', b"PK\x03\x04"])
def test_other_content_is_refused(line: bytes) -> None:
    with pytest.raises(UnreadableBattles, match="Line 1"):
        list(read_lines([line]))


def test_a_battle_occurs_once() -> None:
    with pytest.raises(UnreadableBattles, match="Line 2 repeats a battle or a vote"):
        list(read_lines([LINES[0], LINES[0]]))
