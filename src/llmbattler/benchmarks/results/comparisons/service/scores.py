"""Values and scores of entries and runs. Those of finished runs never change and are cached in each process."""

import asyncio
from collections import OrderedDict
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from llmbattler.core.db import Session

from ....runs.models import Run, RunStatus
from ....statistics.clusters import ClusterSums
from ....statistics.intervals import Interval
from ... import repository as results
from ...service.dataset_summary import find_dataset_summary
from ...service.intervals import make_interval
from .. import repository
from ..values import EntryValues
from .entries import Entry

MAX_SAMPLES = 1_000_000
"""Cached values: about thirty megabytes."""
MAX_RUNS = 2_000
Line = tuple[str, str]


class _CacheKey(NamedTuple):
    run_id: UUID
    finished_at: datetime
    """Changes when failed answers of a run are retried."""
    line: Line


_values: OrderedDict[_CacheKey, EntryValues] = OrderedDict()
_scores: OrderedDict[tuple[UUID, datetime], dict[Line, Interval]] = OrderedDict()


async def read_values(session: Session, *, entry: Entry) -> EntryValues:
    run, line = entry.loaded.run, (entry.model_id, entry.prompt)
    finished_at = find_finished_at(run)
    known = None if finished_at is None else _CacheKey(run.run_id, finished_at, line)
    if known is not None and known in _values:
        _values.move_to_end(known)
        return _values[known]
    dataset_id = entry.loaded.version.dataset_id
    summary = await find_dataset_summary(session, dataset_id=dataset_id)
    packed = await repository.get_packed_values(
        session,
        run_id=run.run_id,
        model_id=entry.model_id,
        prompt=entry.prompt,
        dataset_id=dataset_id,
        clustered=summary.clustered,
    )
    found = await asyncio.to_thread(EntryValues.unpack, *packed)
    if known is not None:
        _values[known] = found
        while sum(len(one.keys) for one in _values.values()) > MAX_SAMPLES:
            _values.popitem(last=False)
    return found


async def read_scores(session: Session, *, run: Run, dataset_id: UUID) -> dict[Line, Interval]:
    """The score of each line, with the same interval as on the page of the run."""
    finished_at = find_finished_at(run)
    known = None if finished_at is None else (run.run_id, finished_at)
    if known is not None and known in _scores:
        _scores.move_to_end(known)
        return _scores[known]
    moments = await results.list_moments(session, run.run_id)
    clustered = (await find_dataset_summary(session, dataset_id=dataset_id)).clustered
    clusters: dict[Line, list[list[ClusterSums]]] = {}
    if clustered or run.epochs > 1:
        clusters = await results.list_cluster_sums(
            session, run.run_id, scores=0, dataset_id=dataset_id if clustered else None
        )
    found = {line: make_interval(sums, clusters.get(line, [[]])[0]) for line, sums in moments.items()}
    if known is not None:
        _scores[known] = found
        while len(_scores) > MAX_RUNS:
            _scores.popitem(last=False)
    return found


def find_finished_at(run: Run) -> datetime | None:
    return run.finished_at if run.status is RunStatus.FINISHED else None
