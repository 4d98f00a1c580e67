"""Entries by their written form: which model, with which prompt, in which run."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from llmbattler.core.db import Session

from ...repository import OpenedRun
from ...service.lines import list_lines, open_run
from ..errors import BadEntry, EntryNotFound, TooFewEntries

FEWEST = 2


class Entry(NamedTuple):
    opened: OpenedRun
    model_id: str
    model_name: str
    prompt: str

    @property
    def text(self) -> str:
        return f"{self.opened.run.run_id}:{self.model_id}#{self.prompt}"


async def find_entry(session: Session, *, text: str) -> Entry:
    """Without a prompt, the first one of the run is meant. Both ids and models may have a colon or a hash in them."""
    run_id, _, rest = text.partition(":")
    opened = await open_run(session, run_id=_read_id(run_id))
    lines = await list_lines(session, run=opened.run)
    for wanted in (f"{line.model_id}#{line.prompt}" for line in lines), (line.model_id for line in lines):
        for line, name in zip(lines, wanted, strict=True):
            if name == rest:
                return Entry(opened, line.model_id, line.model_name, line.prompt)
    raise EntryNotFound(f"“{opened.run.title}” has no “{rest}”.")


async def find_entries(session: Session, *, texts: Sequence[str]) -> list[Entry]:
    """At least two different ones, each once."""
    found = [await find_entry(session, text=text) for text in texts]
    different = list({entry.text: entry for entry in found}.values())
    if len(different) < FEWEST:
        raise TooFewEntries
    return different


def _read_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise BadEntry from None
