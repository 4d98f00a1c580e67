"""The grid of a run: its samples against its lines, a page at a time."""

import base64
import binascii
import json
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.integers import LARGEST_INTEGER

from ....runs.models import Outcome
from ....suites.models import Sample
from ...errors import ForeignCursor
from ...repository import OpenedRun
from ...schemas import CellOut, GridIn, GridOut, GridRowOut, SampleFilter
from ...service.lines import find_line, line_key, list_lines, open_run
from .. import repository
from ..excerpts import make_excerpt
from ..repository import Cell, Looked

_OUTCOMES = {
    SampleFilter.WRONG: (Outcome.WRONG,),
    SampleFilter.RIGHT: (Outcome.RIGHT,),
    SampleFilter.UNPARSED: (Outcome.UNPARSED,),
    SampleFilter.FAILED: (Outcome.FAILED, Outcome.QUARANTINED),
}


class Patience(NamedTuple):
    """How long a search for words goes on before it says where it got to, and how many samples it takes at once."""

    seconds: float = 0.4
    samples: int = 5_000


async def list_grid(
    session: Session,
    *,
    run_id: UUID,
    wanted: GridIn,
    patience: Patience = Patience(),  # noqa: B008 - it never changes
) -> GridOut:
    opened = await open_run(session, run_id=run_id)
    looked = await _look(session, opened, wanted)
    if wanted.filter is SampleFilter.SLOW:
        found = await _find_slow(session, looked, wanted)
    else:
        found = await _find(session, looked, wanted, patience)
    rows = await show_rows(session, opened=opened, positions=[place[-1] for place in found.places])
    return GridOut(rows=rows, next_cursor=None if found.last is None else _write_cursor(found.last))


@dataclass(frozen=True, slots=True)
class _Found:
    places: Sequence[tuple[int, ...]]
    last: tuple[int, ...] | None
    """From where to go on, if there may be more."""


async def _find_slow(session: Session, looked: Looked, wanted: GridIn) -> _Found:
    before = None if wanted.cursor is None else _read_cursor(wanted.cursor, 2)
    places = await repository.list_slow(
        session, looked, before=None if before is None else (before[0], before[1]), limit=wanted.limit + 1
    )
    return _page(list(places), wanted.limit)


async def _find(session: Session, looked: Looked, wanted: GridIn, patience: Patience) -> _Found:
    after = -1 if wanted.cursor is None else _read_cursor(wanted.cursor, 1)[0]
    query = repository.list_disagreeing if wanted.filter is SampleFilter.DISAGREEING else repository.list_positions
    if looked.search is None:
        places = await query(session, looked, after=after, limit=wanted.limit + 1)
        return _page([(place,) for place in places], wanted.limit)
    # No index helps a search, so it goes piece by piece, and after a while says where it got to.
    deadline = time.monotonic() + patience.seconds
    found: list[tuple[int, ...]] = []
    while after < looked.until - 1:
        piece = looked._replace(first=after + 1, until=min(after + 1 + patience.samples, looked.until))
        places = await query(session, piece, after=after, limit=wanted.limit + 1 - len(found))
        found += [(place,) for place in places]
        if len(found) > wanted.limit:
            return _page(found, wanted.limit)
        after = piece.until - 1
        if time.monotonic() > deadline and after < looked.until - 1:
            return _Found(found, (after,))
    return _Found(found, None)


def _page(places: Sequence[tuple[int, ...]], limit: int) -> _Found:
    """One more was asked for than is shown: it tells whether there are more."""
    return _Found(places[:limit], places[limit - 1] if len(places) > limit else None)


async def show_rows(session: Session, *, opened: OpenedRun, positions: Sequence[int]) -> list[GridRowOut]:
    """These samples, in this order."""
    run, dataset_id = opened.run, opened.version.dataset_id
    samples = {row.position: row for row in await repository.list_samples(session, dataset_id, positions)}
    cells: defaultdict[int, dict[str, CellOut]] = defaultdict(dict)
    for cell in await repository.list_cells(session, run.run_id, positions):
        cells[cell.position][line_key(run, cell.model_id, cell.prompt)] = _show_cell(cell)
    return [_show_row(samples[place], cells[place]) for place in positions]


async def _look(session: Session, opened: OpenedRun, wanted: GridIn) -> Looked:
    line = None
    if wanted.line is not None:
        found = find_line(await list_lines(session, run=opened.run), wanted.line)
        line = (found.model_id, found.prompt)
    return Looked(
        run_id=opened.run.run_id,
        dataset_id=opened.version.dataset_id,
        outcomes=_OUTCOMES.get(wanted.filter, ()),
        line=line,
        tag=wanted.tag or None,
        search=(wanted.search or "").replace("\0", "").strip() or None,
        first=0,
        until=opened.run.sample_count,
        epochs=opened.run.epochs,
    )


def _show_row(sample: Sample, cells: dict[str, CellOut]) -> GridRowOut:
    return GridRowOut(
        position=sample.position,
        sample_id=sample.sample_id,
        excerpt=make_excerpt(sample.fields, (sample.target, *sample.tags)),
        cells=cells,
    )


def _show_cell(cell: Cell) -> CellOut:
    return CellOut(
        outcome=cell.outcome,
        value=cell.value,
        total_ms=cell.total_ms,
        tries=cell.tries,
        next_try_at=cell.next_try_at if cell.outcome is Outcome.RETRYING else None,
    )


def _write_cursor(place: Sequence[int]) -> str:
    return base64.urlsafe_b64encode(json.dumps(place).encode()).decode()


def _read_cursor(cursor: str, length: int) -> list[int]:
    try:
        place = json.loads(base64.urlsafe_b64decode(cursor.encode()))
    except (ValueError, binascii.Error, RecursionError):
        raise ForeignCursor from None
    whole = isinstance(place, list) and len(place) == length
    if not whole or not all(type(one) is int and 0 <= one <= LARGEST_INTEGER for one in place):
        raise ForeignCursor
    return [int(one) for one in place]
