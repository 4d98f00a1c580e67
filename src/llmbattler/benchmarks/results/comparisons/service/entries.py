"""Entries: a model with a prompt in a run, written as `run_id:model_id#prompt`."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from llmbattler.core.db import Session

from ...repository import LoadedRun
from ...service.lines import list_lines, load_run
from ..errors import BadEntry, EntryNotFound, TooFewEntries

FEWEST = 2


class Entry(NamedTuple):
    loaded: LoadedRun
    model_id: str
    model_name: str
    prompt: str

    @property
    def text(self) -> str:
        return f"{self.loaded.run.run_id}:{self.model_id}#{self.prompt}"


async def find_entry(session: Session, *, text: str) -> Entry:
    """Without a prompt the first one of the run is used. Ids of models may contain `:` and `#`."""
    run_id, _, rest = text.partition(":")
    loaded = await load_run(session, run_id=_read_id(run_id))
    lines = await list_lines(session, run=loaded.run)
    for wanted in (f"{line.model_id}#{line.prompt}" for line in lines), (line.model_id for line in lines):
        for line, name in zip(lines, wanted, strict=True):
            if name == rest:
                return Entry(loaded, line.model_id, line.model_name, line.prompt)
    raise EntryNotFound(f"“{loaded.run.title}” has no “{rest}”.")


async def find_entries(session: Session, *, texts: Sequence[str]) -> list[Entry]:
    """Without duplicates; at least two."""
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
