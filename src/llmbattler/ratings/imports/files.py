"""Read votes from a file: the public arena format, our own export, and simple tables. No line is trusted."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, BinaryIO

import msgspec

from llmbattler.core import clock
from llmbattler.core.integers import LARGEST_INTEGER
from llmbattler.core.record_files import BadLine, FileFormat, Record, RecordReader, UnreadableFile, open_reader

from ..errors import UnreadableVotes
from ..estimation.counts import Outcome
from .languages import find_language

NEEDED = ("model_a", "model_b", "winner")
TIMES = ("tstamp", "timestamp", "voted_at")
OPTIONAL = ("judge", "turn", "language", *TIMES, "conversation_a", "conversation_b", "anony", "counted")
LONGEST_NAME = 200
BATCH = 5000
MOST_PROBLEMS = 10
_FIRST_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_MILLISECONDS = 1e11
"""Larger timestamps are in milliseconds: as seconds they would be three thousand years ahead."""

_OUTCOMES = {
    "model_a": Outcome.A,
    "a": Outcome.A,
    "left_better": Outcome.A,
    "model_b": Outcome.B,
    "b": Outcome.B,
    "right_better": Outcome.B,
    "tie": Outcome.TIE,
    "tie (bothbad)": Outcome.BOTH_BAD,
    "bothbad": Outcome.BOTH_BAD,
    "both_bad": Outcome.BOTH_BAD,
}
_TRUTHS = {"true": True, "1": True, "1.0": True, "yes": True, "false": False, "0": False, "0.0": False, "no": False}


@dataclass(frozen=True, slots=True)
class FileVote:
    model_a: str
    model_b: str
    winner: Outcome
    judge: str | None = None
    """The voter's name in the file; never stored."""
    turn: int | None = None
    language: str | None = None
    voted_at: datetime | None = None
    conversation_a: tuple[str, ...] | None = field(default=None, repr=False)
    """The answers of the model, one per turn."""
    conversation_b: tuple[str, ...] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Problem:
    line: int
    reason: str


class BadVote(Exception):
    """This line is not a vote between two models."""


class VoteFile:
    """Yields the votes of a file in batches; skips and counts other lines."""

    def __init__(self, file: BinaryIO, kind: FileFormat, *, most: int | None = None) -> None:
        self.votes = 0
        self.skipped = 0
        self.problems: list[Problem] = []
        """The first problems."""
        self._most = most
        self._reader = _open(file, kind, most)
        self._latest = clock.now() + timedelta(days=1)

    def batches(self, size: int = BATCH) -> Iterator[list[FileVote]]:
        batch: list[FileVote] = []
        for record in self._reader:
            vote = self._read(record)
            if vote is not None:
                batch.append(vote)
            if self._most is not None and self.votes + self.skipped > self._most:
                raise UnreadableVotes(
                    f"It has more than {self._most:,} lines. Split it, or import it on the command line."
                )
            if len(batch) >= size:
                yield batch
                batch = []
        if batch:
            yield batch

    def _read(self, record: Record | BadLine) -> FileVote | None:
        if isinstance(record, BadLine):
            self._skip(record.line, record.reason, record.lost)
            return None
        try:
            vote = read_vote(record.values, latest=self._latest)
        except BadVote as error:
            self._skip(record.line, str(error), 1)
            return None
        self.votes += 1
        return vote

    def _skip(self, line: int, reason: str, count: int) -> None:
        self.skipped += count
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(line, reason))


def _open(file: BinaryIO, kind: FileFormat, most: int | None) -> RecordReader:
    try:
        reader = open_reader(file, kind, wanted=frozenset({*NEEDED, *OPTIONAL}), most_rows=most)
    except UnreadableFile as error:
        raise UnreadableVotes(error.detail) from None
    missing = [name for name in NEEDED if name not in reader.columns]
    if missing:
        found = ", ".join(repr(name[:40])[1:-1] for name in reader.columns[:20]) or "none"
        raise UnreadableVotes(
            f"It needs the columns {', '.join(NEEDED)}; missing: {', '.join(missing)}; found: {found}."
        )
    return reader


def read_vote(values: Mapping[str, Any], *, latest: datetime) -> FileVote:
    """Convert a line to a vote, or raise `BadVote` with the reason."""
    model_a, model_b = _name(values, "model_a"), _name(values, "model_b")
    if model_a == model_b:
        raise BadVote("compares a model with itself")
    _check_blind(values)
    return FileVote(
        model_a,
        model_b,
        _outcome(values.get("winner")),
        judge=_judge(values.get("judge")),
        turn=_turn(values.get("turn")),
        language=find_language(values.get("language")),
        voted_at=_time(next((values[name] for name in TIMES if values.get(name) is not None), None), latest),
        conversation_a=_answers(values.get("conversation_a")),
        conversation_b=_answers(values.get("conversation_b")),
    )


def _name(values: Mapping[str, Any], column: str) -> str:
    value = values.get(column)
    if value is None or value == "":
        raise BadVote(f"has no {column}")
    name = " ".join(str(value).split()) if isinstance(value, str | int) else ""
    if not name:
        raise BadVote(f"has a {column} that is no name")
    if len(name) > LONGEST_NAME:
        raise BadVote(f"has a {column} of {len(name):,} characters, at most {LONGEST_NAME} are kept")
    if not name.isprintable():
        raise BadVote(f"has a {column} with characters that cannot be shown")
    return name


def _check_blind(values: Mapping[str, Any]) -> None:
    if _truth(values.get("anony")) is False:
        raise BadVote("was not blind: the voter knew the names")
    if _truth(values.get("counted")) is False:
        raise BadVote("was not counted where it was cast")


def _truth(value: Any) -> bool | None:  # noqa: ANN401 - whatever the file holds
    if isinstance(value, bool):
        return value
    return _TRUTHS.get(str(value).strip().lower()) if isinstance(value, str | int | float) else None


def _outcome(value: Any) -> Outcome:  # noqa: ANN401
    word = " ".join(value.split()).lower() if isinstance(value, str) and len(value) <= LONGEST_NAME else ""
    if word not in _OUTCOMES:
        shown = repr(value)[:40]
        raise BadVote(f"has the winner {shown}; known are model_a, model_b, tie and tie (bothbad)")
    return _OUTCOMES[word]


def _judge(value: Any) -> str | None:  # noqa: ANN401
    if value is None or isinstance(value, dict | list) or (isinstance(value, float) and math.isnan(value)):
        return None
    return str(value).strip()[:1000] or None


def _turn(value: Any) -> int | None:  # noqa: ANN401
    number = _number(value)
    if number is None or not 1 <= number <= LARGEST_INTEGER:
        return None
    return int(number)


def _number(value: Any) -> float | None:  # noqa: ANN401
    """Parse a number, also from a text; `None` when there is none."""
    if isinstance(value, bool) or not isinstance(value, str | int | float | Decimal):
        return None
    try:
        number = float(value) if len(str(value)) <= LONGEST_NAME else math.nan
    except (ValueError, OverflowError):
        return None
    return None if math.isnan(number) else number


def _time(value: Any, latest: datetime) -> datetime | None:  # noqa: ANN401
    """Parse the time of a vote. A missing time (or NaN) is accepted, an invalid one is not."""
    if value is None or value == "" or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime.combine(value, time(), UTC)
    moment = value if isinstance(value, datetime) else _parse_time(value)
    if isinstance(moment, datetime):
        moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        if _FIRST_TIME <= moment <= latest:
            return moment.astimezone(UTC)
    raise BadVote(f"has the time {str(value)[:40]!r}, which is none between {_FIRST_TIME:%Y} and now")


def _parse_time(value: Any) -> datetime | None:  # noqa: ANN401
    seconds = _number(value)
    try:
        if seconds is not None:
            return datetime.fromtimestamp(seconds / 1000 if seconds > _MILLISECONDS else seconds, UTC)
        text = value.strip() if isinstance(value, str) else ""
        return datetime.fromisoformat(text) if text and text.lower() != "nan" else None
    except (ValueError, OverflowError, OSError):
        return None


def _answers(value: Any) -> tuple[str, ...] | None:  # noqa: ANN401
    """Return the model's texts in a conversation of OpenAI messages, also if it is JSON in a text."""
    if isinstance(value, str):
        try:
            value = msgspec.json.decode(value)
        except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
            return None
    if not isinstance(value, list):
        return None
    said = [one for one in value if isinstance(one, dict) and one.get("role") == "assistant"]
    return tuple(_text(one.get("content")) for one in said) or None


def _text(content: Any) -> str:  # noqa: ANN401
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = (part.get("text") for part in content if isinstance(part, dict))
    return "\n".join(part for part in parts if isinstance(part, str))
