from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from llmbattler.arena.conversation import Entry, write_entry
from llmbattler.arena.exports.records import COLUMNS, Pseudonyms, StoredVote, write_record
from llmbattler.arena.models import Position, VoteWord

VOTER = "v_" + "a" * 32
ENTRIES = [
    Entry("msg_1", "user", "I am jane@corp.com, key sk-abcdefghijklmnop1234", 1, images=("i1",)),
    Entry("msg_2", "assistant", "Old left", 1, position=Position.LEFT),
    Entry("msg_3", "assistant", "Right", 1, position=Position.RIGHT),
    Entry("msg_4", "assistant", "New left", 1, position=Position.LEFT),
    Entry("msg_5", "user", "After the vote", 2),
    Entry("msg_6", "assistant", "Late", 2, position=Position.LEFT),
]


def stored(**changed: Any) -> StoredVote:
    values: dict[str, Any] = {
        "vote_id": UUID(int=1),
        "battle_id": UUID(int=2),
        "voter": VOTER,
        "vote": VoteWord.LEFT_BETTER,
        "left_model_id": "a",
        "right_model_id": "b",
        "mode": "battle",
        "turns": 1,
        "categories": ["coding"],
        "language": "en",
        "reasons": ["clear"],
        "comment": "Ask bob@corp.com",
        "counted": True,
        "flags": [],
        "created_at": datetime(2026, 1, 1, tzinfo=UTC),
        "sampling_probability": 0.25,
        "conversation": [write_entry(entry) for entry in ENTRIES],
    }
    return StoredVote(**values | changed)


def write(vote: StoredVote, salt: str | None = None) -> dict[str, Any]:
    return write_record(vote, names={"a": "Model A"}, pseudonyms=Pseudonyms(salt))


def test_a_vote_in_the_public_arena_format() -> None:
    record = write(stored())
    assert record.keys() == {column.name for column in COLUMNS}
    assert record["conversation_a"] == [
        {"role": "user", "content": "I am [email], key [hidden]\n[image]"},
        {"role": "assistant", "content": "New left"},
    ]
    assert record["conversation_b"][1:] == [{"role": "assistant", "content": "Right"}]
    kept = {name: record[name] for name in ("model_a", "model_b", "winner", "turn", "anony", "language", "tstamp")}
    assert kept == {
        "model_a": "a",
        "model_b": "b",
        "winner": "model_a",
        "turn": 1,
        "anony": True,
        "language": "en",
        "tstamp": 1767225600.0,
    }
    assert (record["model_a_name"], record["model_b_name"]) == ("Model A", "b")
    assert (record["sampling_probability"], record["comment"]) == (0.25, "Ask [email]")


@pytest.mark.parametrize(
    ("vote", "winner"),
    [
        (VoteWord.LEFT_BETTER, "model_a"),
        (VoteWord.RIGHT_BETTER, "model_b"),
        (VoteWord.TIE, "tie"),
        (VoteWord.BOTH_BAD, "tie (bothbad)"),
    ],
)
def test_the_words_for_winners(vote: VoteWord, winner: str) -> None:
    assert write(stored(vote=vote))["winner"] == winner


def test_a_deleted_conversation_is_exported_as_null() -> None:
    record = write(stored(conversation=None))
    assert record["conversation_a"] is record["conversation_b"] is None


def test_pseudonyms_hold_within_one_export_and_not_beyond() -> None:
    names = Pseudonyms()
    assert names.name("voter", VOTER) == names.name("voter", VOTER)
    assert names.name("voter", VOTER) != names.name("voter", "v_other")
    assert names.name("voter", VOTER) != Pseudonyms().name("voter", VOTER)
    assert VOTER not in names.name("voter", VOTER)


def test_a_salt_makes_exports_match() -> None:
    assert write(stored(), "s")["judge"] == write(stored(), "s")["judge"] != write(stored(), "other")["judge"]
