"""Writes votes into a file, a few hundred at a time."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO

from llmbattler.core.db import Session
from llmbattler.core.record_files import FileFormat, open_writer
from llmbattler.generation.contestants.service import describe

from ..models import VoteMode
from . import repository
from .records import COLUMNS, Pseudonyms, StoredVote, write_record

__all__ = ["ExportChoice", "VoteMode", "export_votes"]

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportChoice:
    counted_only: bool = True
    since: datetime | None = None
    mode: VoteMode | None = None
    texts: bool = True
    """Include conversations that still exist."""
    salt: str | None = None
    """The same salt gives the same pseudonyms. Without a salt they are new each time."""


async def export_votes(
    session: Session, *, file: BinaryIO, kind: FileFormat, choice: ExportChoice, progress: Progress | None = None
) -> int:
    """Write the chosen votes in the public arena format, and return how many."""
    which = repository.VoteFilter(choice.counted_only, choice.since, choice.mode)
    known = await describe(session, ids=await repository.list_contestant_ids(session, which))
    names = {contestant_id: one.name for contestant_id, one in known.items()}
    pseudonyms = Pseudonyms(choice.salt)
    total = await repository.count_votes(session, which)
    writer = await asyncio.to_thread(open_writer, file, kind, COLUMNS)

    def write(votes: Sequence[StoredVote]) -> None:
        writer.write([write_record(vote, names=names, pseudonyms=pseudonyms) for vote in votes])

    written = 0
    async for votes in repository.list_votes(session, which, texts=choice.texts):
        await asyncio.to_thread(write, votes)
        written += len(votes)
        if progress is not None:
            progress(written, total)
    await asyncio.to_thread(writer.close)
    return written
