"""Imports the recorded battles."""

from collections.abc import Sequence
from datetime import datetime

from llmbattler.core.db import Session
from llmbattler.core.demo import Progress, find_shift, read_part
from llmbattler.ratings.service import RatingRules

from ..battle_files.service import ImportReport, import_battles


async def fill(
    session: Session,
    *,
    rules: RatingRules,
    battles: int | None = None,
    until: datetime | None = None,
    progress: Progress = lambda _step, _done: None,
) -> ImportReport:
    """Import all recorded battles, or some of them from the whole time. The last one was just before `until`."""
    lines = choose(read_part("battles.jsonl").splitlines(), battles)
    return await import_battles(session, lines=lines, rules=rules, shift=find_shift(until), progress=progress)


def choose(lines: Sequence[bytes], number: int | None) -> Sequence[bytes]:
    """Return this many lines, evenly spread."""
    if number is None or number >= len(lines):
        return lines
    return [lines[place * len(lines) // number] for place in range(number)]
