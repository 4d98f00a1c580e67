"""One side of a stored conversation: its messages and this side's answers, turn by turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..conversation import Answer, Entry, find_answer, latest
from ..models import Position


@dataclass(frozen=True, slots=True)
class Thread:
    """Questions and answers of the turns 1, 2, …; every question has an answer."""

    questions: tuple[Entry, ...]
    answers: tuple[Answer, ...]


def read_thread(entries: Sequence[Entry], position: Position, turn: int | None) -> Thread | None:
    """Read one side up to a turn, by default the last that it answered; `None` if one of the turns has no answer."""
    questions = [entry for entry in latest(entries) if entry.role == "user"]
    found = {asked.turn: find_answer(entries, turn=asked.turn, position=position) for asked in questions}
    last = turn or max((number for number, given in found.items() if given is not None), default=0)
    wanted = [asked for asked in questions if asked.turn <= last]
    answers = [_to_answer(found[asked.turn]) for asked in wanted]
    if last not in found or not wanted or None in answers:
        return None
    return Thread(tuple(wanted), tuple(answer for answer in answers if answer is not None))


def _to_answer(entry: Entry | None) -> Answer | None:
    return None if entry is None or entry.facts is None else Answer(entry.content, entry.facts)
