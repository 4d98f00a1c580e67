"""The conversation of a battle: a list of entries to which entries are only appended."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from llmbattler.core import clock

from .models import Position


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """Facts about one answer. They leave the server only after the vote."""

    model_id: str
    latency_ms: int
    first_token_ms: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_micro_usd: int | None = None
    finish: str = "stop"


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One message. A later answer to the same message is another entry with the same turn and position."""

    id: str
    role: Literal["user", "assistant"]
    content: str
    turn: int
    created_at: str = ""
    position: Position | None = None
    images: tuple[str, ...] = ()
    facts: Facts | None = None
    attempt: int = 0
    """The number of the attempt at this turn that gave the answer. Failed attempts are numbered, too."""


_decoder = msgspec.json.Decoder(list[Entry])


class Answer(msgspec.Struct, frozen=True):
    """One side's answer, before it becomes an entry."""

    text: str
    facts: Facts


def find_answers(entries: Sequence[Entry], *, turn: int, attempt: int) -> dict[Position, Entry]:
    """Return the answers of this attempt, even if later attempts replaced them."""
    return {
        position: entry
        for position in Position
        for number, entry in _number_answers(entries, turn, position)
        if number == attempt
    }


def count_attempts(entries: Sequence[Entry], turn: int) -> int:
    """Count the attempts at a turn whose answers are stored."""
    numbers = [number for position in Position for number, _ in _number_answers(entries, turn, position)]
    return max(numbers, default=-1) + 1


def _number_answers(entries: Sequence[Entry], turn: int, position: Position) -> list[tuple[int, Entry]]:
    # First answers have no number, and old entries neither: there every attempt stored an answer, so count them.
    answers = [entry for entry in entries if entry.turn == turn and entry.position is position]
    return [(entry.attempt or number, entry) for number, entry in enumerate(answers)]


def read_entries(stored: Sequence[Any]) -> list[Entry]:
    return msgspec.convert(list(stored), list[Entry])


def decode_entries(stored: str) -> list[Entry]:
    """Like `read_entries`, from JSON."""
    return _decoder.decode(stored)


def write_entry(entry: Entry) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(entry)
    return written


def timestamp() -> str:
    return clock.now().isoformat(timespec="milliseconds")


def next_id(entries: Sequence[Entry]) -> str:
    return f"msg_{len(entries) + 1}"


def ask(entries: Sequence[Entry], *, prompt: str, images: Sequence[str]) -> Entry:
    """Return the entry of the person's next message."""
    turn = max((entry.turn for entry in entries), default=0) + 1
    return Entry(next_id(entries), "user", prompt, turn, timestamp(), images=tuple(images))


def answer(
    entries: Sequence[Entry], *, turn: int, position: Position, text: str, facts: Facts, attempt: int = 0
) -> Entry:
    """Return the entry of an answer."""
    stamp = timestamp()
    return Entry(next_id(entries), "assistant", text, turn, stamp, position=position, facts=facts, attempt=attempt)


def latest(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries without answers that a later attempt replaced."""
    last = {(entry.turn, entry.role, entry.position): entry for entry in entries}
    return [entry for entry in entries if last[entry.turn, entry.role, entry.position] is entry]


def history(entries: Sequence[Entry], *, position: Position, turn: int) -> list[Entry]:
    """Return the history of one side for this turn: its own earlier answers and the messages they answered."""
    kept = latest(entries)
    answered = {entry.turn for entry in kept if entry.position is position and entry.turn < turn}
    return [
        entry
        for entry in kept
        if (entry.role == "user" and (entry.turn == turn or entry.turn in answered))
        or (entry.position is position and entry.turn in answered)
    ]


def join_prompts(entries: Sequence[Entry]) -> str:
    """Return everything that the person wrote."""
    return "\n".join(entry.content for entry in entries if entry.role == "user")


def count_messages(entries: Sequence[Entry]) -> int:
    """Count the messages that the person sent."""
    return sum(entry.role == "user" for entry in entries)


def find_answer(entries: Sequence[Entry], *, turn: int, position: Position) -> Entry | None:
    for entry in reversed(entries):
        if entry.turn == turn and entry.position is position:
            return entry
    return None


def make_title(prompt: str, longest: int = 60) -> str:
    """Return the first words of the first line, cut between words."""
    line = next((" ".join(part.split()) for part in prompt.splitlines() if part.strip()), "") or "Untitled"
    if len(line) <= longest:
        return line
    cut = line[:longest].rsplit(" ", 1)[0] if " " in line[:longest] else line[:longest]
    return cut.rstrip(" ,.;:-") + "…"
