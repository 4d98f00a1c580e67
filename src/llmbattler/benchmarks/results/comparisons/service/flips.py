"""A page of the samples that changed between two entries."""

import asyncio
from collections.abc import Sequence

from llmbattler.core.cursors import CursorCodec
from llmbattler.core.db import Session

from ....suites.models import Sample
from ...samples import repository as samples
from ...samples.excerpts import make_excerpt
from ...schemas import CellOut, FlipOut, FlipsOut
from ..flips import Flip, find_flips
from ..schemas import FlipsIn
from .entries import Entry, find_entries
from .scores import read_values

_CURSORS = CursorCodec[int]("bench.flips", int)


async def list_flips(session: Session, *, wanted: FlipsIn) -> FlipsOut:
    first, second = await find_entries(session, texts=[wanted.first, wanted.second])
    found = _CURSORS.find(wanted.cursor)
    skip = 0 if found is None else found[0]
    one, two = await read_values(session, entry=first), await read_values(session, entry=second)
    flips, more = await asyncio.to_thread(
        find_flips, one, two, direction=wanted.direction, skip=skip, most=wanted.limit
    )
    shown = await _show(session, first, second, flips)
    return FlipsOut(flips=shown, next_cursor=_CURSORS.write(skip + len(flips)) if more else None)


async def _show(session: Session, first: Entry, second: Entry, flips: Sequence[Flip]) -> list[FlipOut]:
    places = [flip.first_position for flip in flips]
    asked = {one.position: one for one in await _list_samples(session, first, places)}
    before = await _list_cells(session, first, places)
    after = await _list_cells(session, second, [flip.second_position for flip in flips])
    return [
        FlipOut(
            sample_id=asked[flip.first_position].sample_id,
            excerpt=_excerpt(asked[flip.first_position]),
            first=before[flip.first_position],
            second=after[flip.second_position],
            first_position=flip.first_position,
            second_position=flip.second_position,
            change=flip.change,
        )
        for flip in flips
    ]


def _excerpt(sample: Sample) -> str:
    return make_excerpt(sample.fields, (sample.target, *sample.tags))


async def _list_samples(session: Session, entry: Entry, places: Sequence[int]) -> Sequence[Sample]:
    return await samples.list_samples(session, entry.loaded.version.dataset_id, places)


async def _list_cells(session: Session, entry: Entry, places: Sequence[int]) -> dict[int, CellOut]:
    found = await samples.list_cells(session, entry.loaded.run.run_id, places)
    return {
        cell.position: CellOut(
            outcome=cell.outcome,
            value=cell.value,
            total_ms=cell.total_ms,
            tries=cell.tries,
            next_try_at=cell.next_try_at,
        )
        for cell in found
        if (cell.model_id, cell.prompt) == (entry.model_id, entry.prompt)
    }
