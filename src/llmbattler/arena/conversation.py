"""What was said in a battle: entries that are only ever appended, and the views on them."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from llmbattler.core import clock

from .models import Position


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known about one answer and leaves the server only after the vote."""

    model_id: str
    latency_ms: int
    first_token_ms: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_micro_usd: int | None = None
    finish: str = "stop"


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One message. A regenerated answer is a later entry with the same turn and position."""

    id: str
    role: Literal["user", "assistant"]
    content: str
    turn: int
    created_at: str = ""
    position: Position | None = None
    images: tuple[str, ...] = ()
    facts: Facts | None = None


class Attempt(msgspec.Struct, frozen=True):
    """A turn, and how often it was answered before. Written as `2`, answered again `2r1`, `2r2`."""

    turn: int
    again: int = 0

    @classmethod
    def parse(cls, name: str) -> "Attempt":
        turn, _, again = name.partition("r")
        return cls(int(turn), int(again or 0))

    @classmethod
    def next(cls, entries: Sequence[Entry], turn: int) -> "Attempt":
        """The one that follows what is answered here."""
        return cls(turn, len(_answers(entries, turn, Position.LEFT)))

    def __str__(self) -> str:
        return f"{self.turn}r{self.again}" if self.again else str(self.turn)

    def find(self, entries: Sequence[Entry], position: Position) -> Entry | None:
        """What was answered then; later answers do not take its place."""
        answers = _answers(entries, self.turn, position)
        return answers[self.again] if self.again < len(answers) else None


def _answers(entries: Sequence[Entry], turn: int, position: Position) -> list[Entry]:
    return [entry for entry in entries if entry.turn == turn and entry.position is position]


def read_entries(stored: Sequence[Any]) -> list[Entry]:
    return msgspec.convert(list(stored), list[Entry])


def write_entry(entry: Entry) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(entry)
    return written


def timestamp() -> str:
    return clock.now().isoformat(timespec="milliseconds")


def next_id(entries: Sequence[Entry]) -> str:
    return f"msg_{len(entries) + 1}"


def ask(entries: Sequence[Entry], *, prompt: str, images: Sequence[str]) -> Entry:
    """Make the person's next message."""
    turn = max((entry.turn for entry in entries), default=0) + 1
    return Entry(next_id(entries), "user", prompt, turn, timestamp(), images=tuple(images))


def answer(entries: Sequence[Entry], *, turn: int, position: Position, text: str, facts: Facts) -> Entry:
    return Entry(next_id(entries), "assistant", text, turn, timestamp(), position=position, facts=facts)


def latest(entries: Sequence[Entry]) -> list[Entry]:
    """Leave out what was regenerated since."""
    last = {(entry.turn, entry.role, entry.position): entry for entry in entries}
    return [entry for entry in entries if last[entry.turn, entry.role, entry.position] is entry]


def history(entries: Sequence[Entry], *, position: Position, turn: int) -> list[Entry]:
    """What one side gets to read for this turn: its own earlier answers, and what they answered."""
    kept = latest(entries)
    answered = {entry.turn for entry in kept if entry.position is position and entry.turn < turn}
    return [
        entry
        for entry in kept
        if (entry.role == "user" and (entry.turn == turn or entry.turn in answered))
        or (entry.position is position and entry.turn in answered)
    ]


def find_answer(entries: Sequence[Entry], *, turn: int, position: Position) -> Entry | None:
    for entry in reversed(entries):
        if entry.turn == turn and entry.position is position:
            return entry
    return None


def first_prompt(entries: Sequence[Entry]) -> str:
    return next(entry.content for entry in entries if entry.role == "user")


def make_title(prompt: str, longest: int = 60) -> str:
    """The first words of the first line, cut between words."""
    line = next((" ".join(part.split()) for part in prompt.splitlines() if part.strip()), "") or "Untitled"
    if len(line) <= longest:
        return line
    cut = line[:longest].rsplit(" ", 1)[0] if " " in line[:longest] else line[:longest]
    return cut.rstrip(" ,.;:-") + "…"
