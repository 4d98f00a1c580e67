"""The grid of a run: samples as rows, lines as columns, in pages."""

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from llmbattler.core.cursors import CursorCodec
from llmbattler.core.db import Session

from ....runs.models import Outcome
from ....suites.models import Sample
from ...repository import LoadedRun
from ...schemas import CellOut, GridIn, GridOut, GridRowOut, SampleFilter
from ...service.lines import find_line, line_key, list_lines, load_run
from .. import repository
from ..excerpts import make_excerpt
from ..repository import Cell, SampleQuery

_POSITIONS = CursorCodec[int]("bench.samples", int)
_SLOW = CursorCodec[int, int]("bench.samples.slow", int, int)
_OUTCOMES = {
    SampleFilter.WRONG: (Outcome.WRONG,),
    SampleFilter.RIGHT: (Outcome.RIGHT,),
    SampleFilter.UNPARSED: (Outcome.UNPARSED,),
    SampleFilter.FAILED: (Outcome.FAILED, Outcome.QUARANTINED),
}


class SearchLimits(NamedTuple):
    """After how many seconds a text search returns an incomplete page, and how many samples it reads per query."""

    seconds: float = 0.4
    samples: int = 5_000


async def list_grid(
    session: Session,
    *,
    run_id: UUID,
    wanted: GridIn,
    limits: SearchLimits = SearchLimits(),  # noqa: B008 - immutable
) -> GridOut:
    loaded = await load_run(session, run_id=run_id)
    selection = await _make_query(session, loaded, wanted)
    if wanted.filter is SampleFilter.SLOW:
        found = await _find_slow(session, selection, wanted)
    else:
        found = await _find(session, selection, wanted, limits)
    rows = await show_rows(session, loaded=loaded, positions=found.positions)
    return GridOut(rows=rows, next_cursor=found.next_cursor)


@dataclass(frozen=True, slots=True)
class _Found:
    positions: Sequence[int]
    next_cursor: str | None


async def _find_slow(session: Session, selection: SampleQuery, wanted: GridIn) -> _Found:
    before = _SLOW.find(wanted.cursor)
    places = await repository.list_slow(session, selection, before=before, limit=wanted.limit + 1)
    shown = places[: wanted.limit]
    last = shown[-1] if len(places) > wanted.limit else None
    return _Found([place[-1] for place in shown], None if last is None else _SLOW.write(*last))


async def _find(session: Session, selection: SampleQuery, wanted: GridIn, limits: SearchLimits) -> _Found:
    start = _POSITIONS.find(wanted.cursor)
    after = -1 if start is None else start[0]
    query = repository.list_disagreeing if wanted.filter is SampleFilter.DISAGREEING else repository.list_positions
    if selection.search is None:
        places = await query(session, selection, after=after, limit=wanted.limit + 1)
        return _page(places, wanted.limit)
    # No index supports a text search, so it reads batch by batch and stops at the deadline.
    deadline = time.monotonic() + limits.seconds
    found: list[int] = []
    while after < selection.until - 1:
        batch = selection._replace(first=after + 1, until=min(after + 1 + limits.samples, selection.until))
        places = await query(session, batch, after=after, limit=wanted.limit + 1 - len(found))
        found += places
        if len(found) > wanted.limit:
            return _page(found, wanted.limit)
        after = batch.until - 1
        if time.monotonic() > deadline and after < selection.until - 1:
            return _Found(found, _POSITIONS.write(after))
    return _Found(found, None)


def _page(positions: Sequence[int], limit: int) -> _Found:
    """One more position than shown was requested; it tells whether there is a next page."""
    return _Found(positions[:limit], _POSITIONS.write(positions[limit - 1]) if len(positions) > limit else None)


async def show_rows(session: Session, *, loaded: LoadedRun, positions: Sequence[int]) -> list[GridRowOut]:
    """These samples, in this order."""
    run, dataset_id = loaded.run, loaded.version.dataset_id
    samples = {row.position: row for row in await repository.list_samples(session, dataset_id, positions)}
    cells: defaultdict[int, dict[str, CellOut]] = defaultdict(dict)
    for cell in await repository.list_cells(session, run.run_id, positions):
        cells[cell.position][line_key(run, cell.model_id, cell.prompt)] = _show_cell(cell)
    return [_show_row(samples[place], cells[place]) for place in positions]


async def _make_query(session: Session, loaded: LoadedRun, wanted: GridIn) -> SampleQuery:
    line = None
    if wanted.line is not None:
        found = find_line(await list_lines(session, run=loaded.run), wanted.line)
        line = (found.model_id, found.prompt)
    return SampleQuery(
        run_id=loaded.run.run_id,
        dataset_id=loaded.version.dataset_id,
        outcomes=_OUTCOMES.get(wanted.filter, ()),
        line=line,
        tag=wanted.tag or None,
        search=(wanted.search or "").replace("\0", "").strip() or None,
        first=0,
        until=loaded.run.sample_count,
        epochs=loaded.run.epochs,
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
