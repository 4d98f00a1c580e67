import io
import json
import math
from contextlib import suppress
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.core.record_files import FileFormat
from llmbattler.ratings.errors import UnreadableVotes
from llmbattler.ratings.estimation.counts import Outcome
from llmbattler.ratings.imports.files import BadVote, FileVote, Problem, VoteFile, read_vote

LATEST = datetime(2026, 12, 1, tzinfo=UTC)
TALK = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "# Hello"}]
ARENA = {
    "question_id": "58210e39b3fd4441a2bd4a518bb44c2d",
    "model_a": "chatglm-6b",
    "model_b": "koala-13b",
    "winner": "model_b",
    "judge": "arena_user_973",
    "conversation_a": TALK,
    "conversation_b": TALK,
    "turn": 1,
    "anony": True,
    "language": "English",
    "tstamp": 1682351591.1322,
}


def read(data: bytes, kind: FileFormat = FileFormat.CSV) -> tuple[list[FileVote], VoteFile]:
    file = VoteFile(io.BytesIO(data), kind)
    return [vote for batch in file.batches(2) for vote in batch], file


def one(**changed: Any) -> FileVote:
    return read_vote({**ARENA, **changed}, latest=LATEST)


def check_arena(vote: FileVote) -> None:
    assert vote == FileVote(
        "chatglm-6b",
        "koala-13b",
        Outcome.B,
        judge="arena_user_973",
        turn=1,
        language="en",
        voted_at=datetime.fromtimestamp(1682351591.1322, UTC),
        conversation_a=("# Hello",),
        conversation_b=("# Hello",),
    )


def test_reads_the_public_arena_format_as_json_lines_and_array() -> None:
    for data in (json.dumps(ARENA), json.dumps([ARENA], indent=1)):
        (vote,), _ = read(data.encode(), FileFormat.JSONL)
        check_arena(vote)


def test_reads_the_public_arena_format_as_parquet() -> None:
    file = io.BytesIO()
    pq.write_table(pa.Table.from_pylist([ARENA]), file)
    (vote,), _ = read(file.getvalue(), FileFormat.PARQUET)
    check_arena(vote)


def test_reads_the_public_arena_format_as_csv() -> None:
    cells = [
        json.dumps(value).replace('"', '""') if isinstance(value, list) else str(value) for value in ARENA.values()
    ]
    data = ",".join(ARENA) + "\n" + ",".join(f'"{cell}"' for cell in cells) + "\n"
    (vote,), _ = read(data.encode())
    check_arena(vote)


def test_reads_a_simple_table() -> None:
    data = b"model_a,model_b,winner,prompt_id,pair_id,judge\nA 70B,W 12k,tie,8,0,58\nA 70B,W 12k,b,8,0,14\n"
    votes, file = read(data)
    assert votes == [
        FileVote("A 70B", "W 12k", Outcome.TIE, judge="58"),
        FileVote("A 70B", "W 12k", Outcome.B, judge="14"),
    ]
    assert (file.votes, file.skipped) == (2, 0)


@pytest.mark.parametrize(
    ("word", "outcome"),
    [
        ("model_a", Outcome.A),
        (" Model_B ", Outcome.B),
        ("tie", Outcome.TIE),
        ("tie (bothbad)", Outcome.BOTH_BAD),
        ("both_bad", Outcome.BOTH_BAD),
        ("left_better", Outcome.A),
        ("right_better", Outcome.B),
    ],
)
def test_knows_the_words_for_winners(word: str, outcome: Outcome) -> None:
    assert one(winner=word).winner is outcome


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"model_a": ""}, "has no model_a"),
        ({"model_a": None}, "has no model_a"),
        ({"model_b": "chatglm-6b"}, "compares a model with itself"),
        ({"model_b": " chatglm-6b "}, "compares a model with itself"),
        ({"model_a": "x" * 201}, "201 characters"),
        ({"model_a": "a\0b"}, "cannot be shown"),
        ({"model_a": "a\ud800"}, "cannot be shown"),
        ({"model_a": "\u202eevil"}, "cannot be shown"),
        ({"model_a": {"x": 1}}, "no name"),
        ({"winner": "7"}, "has the winner '7'"),
        ({"winner": None}, "has the winner None"),
        ({"winner": ["a"]}, "has the winner"),
        ({"tstamp": math.inf}, "has the time 'inf'"),
        ({"tstamp": -1}, "has the time"),
        ({"tstamp": "yesterday"}, "has the time 'yesterday'"),
        ({"tstamp": 4e12}, "has the time"),
        ({"tstamp": "9" * 5000}, "has the time"),
        ({"tstamp": {}}, "has the time"),
        ({"anony": False}, "was not blind"),
        ({"anony": "False"}, "was not blind"),
        ({"counted": "false"}, "was not counted"),
    ],
)
def test_what_is_no_vote_says_why(changed: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadVote, match=reason):
        one(**changed)


@pytest.mark.parametrize(
    ("value", "moment"),
    [
        (None, None),
        ("", None),
        (math.nan, None),
        (1700000000, datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)),
        ("1700000000.0", datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)),
        (1700000000000, datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)),
        ("2023-11-14T22:13:20+02:00", datetime(2023, 11, 14, 20, 13, 20, tzinfo=UTC)),
        ("2023-11-14 22:13:20", datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)),
        (datetime(2023, 11, 14, 22, 13, 20), datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)),  # noqa: DTZ001
        (date(2023, 11, 14), datetime(2023, 11, 14, tzinfo=UTC)),
        (Decimal("1700000000.5"), datetime(2023, 11, 14, 22, 13, 20, 500_000, tzinfo=UTC)),
    ],
)
def test_reads_times_as_programs_write_them(value: Any, moment: datetime | None) -> None:
    assert one(tstamp=value).voted_at == moment


@pytest.mark.parametrize(("turn", "read_as"), [("3", 3), (2.0, 2), (None, None), (0, None), ("x", None), (1e300, None)])
def test_a_strange_turn_is_no_turn(turn: Any, read_as: int | None) -> None:
    assert one(turn=turn).turn == read_as


@pytest.mark.parametrize("talk", [None, "", "nonsense", "[" * 100_000, 7, [], [1], {"role": "assistant"}])
def test_a_malformed_conversation_is_ignored(talk: Any) -> None:
    assert one(conversation_a=talk).conversation_a is None


def test_messages_of_parts_are_read() -> None:
    parts = [{"type": "text", "text": "one"}, {"type": "image_url"}, {"type": "text", "text": "two"}]
    assert one(conversation_a=[{"role": "assistant", "content": parts}]).conversation_a == ("one\ntwo",)


def test_bad_lines_are_counted_and_the_first_ten_told() -> None:
    data = b"model_a,model_b,winner\n" + b"a,a,tie\n" * 15 + b"a,b,tie\n"
    votes, file = read(data)
    assert len(votes) == 1
    assert (file.votes, file.skipped, len(file.problems)) == (1, 15, 10)
    assert file.problems[0] == Problem(2, "compares a model with itself")


@pytest.mark.parametrize(
    ("data", "kind", "said"),
    [
        (b"player,opponent\n1,2\n", FileFormat.CSV, "missing: model_a, model_b, winner; found: player, opponent"),
        (b"", FileFormat.CSV, "found: none"),
        (b'{"model_a": "x", "winner": "a"}', FileFormat.JSONL, "missing: model_b; found: model_a, winner"),
        (b"model_a,model_b,winner,winner\n", FileFormat.CSV, "winner more than once"),
        (b"not parquet", FileFormat.PARQUET, "not a Parquet file"),
        (b"PK\x03\x04", FileFormat.CSV, "ZIP"),
    ],
)
def test_a_file_without_votes_is_a_sentence(data: bytes, kind: FileFormat, said: str) -> None:
    with pytest.raises(UnreadableVotes) as raised:
        read(data, kind)
    assert said in raised.value.detail


_anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(sorted(ARENA)), _anything))
def test_any_line_is_a_vote_or_a_reason(values: dict[str, Any]) -> None:
    try:
        vote = read_vote({**ARENA, **values}, latest=LATEST)
    except BadVote:
        return
    assert vote.model_a != vote.model_b
    vote.model_a.encode()


@given(st.binary(max_size=300), st.sampled_from(list(FileFormat)))
def test_any_file_is_read_or_refused(data: bytes, kind: FileFormat) -> None:
    with suppress(UnreadableVotes):
        read(b"model_a,model_b,winner\n" + data if kind is FileFormat.CSV else data, kind)
