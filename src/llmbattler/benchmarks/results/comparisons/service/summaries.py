"""Leader, cost and duration of runs, for lists."""

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.money import MICRO
from llmbattler.generation.contestants.service import describe

from ....runs.models import Run
from ....statistics.intervals import Interval
from ...schemas import RunSummariesOut, RunSummaryOut
from ...service.intervals import show_interval
from .. import repository
from ..headline import percent
from .scores import MAX_RUNS, Line, find_finished_at, read_scores

_costs: OrderedDict[tuple[UUID, datetime], int | None] = OrderedDict()


async def summarize_runs(session: Session, *, run_ids: Sequence[UUID]) -> RunSummariesOut:
    """In the order of the ids; ids without a run are left out."""
    found = await repository.list_runs_with_datasets(session, run_ids)
    return await _summarize(session, sorted(found, key=lambda one: run_ids.index(one[0].run_id)))


async def summarize_suites(session: Session) -> RunSummariesOut:
    """The newest finished run of every suite."""
    return await _summarize(session, await repository.list_newest_finished(session))


async def _summarize(session: Session, runs: Sequence[tuple[Run, UUID]]) -> RunSummariesOut:
    costs = await _read_costs(session, [run for run, _ in runs])
    scores = [await read_scores(session, run=run, dataset_id=dataset_id) for run, dataset_id in runs]
    best = [_find_best(run, found) for (run, _), found in zip(runs, scores, strict=True)]
    known = await describe(session, ids={one[0] for one in best if one is not None})
    shown = []
    for (run, _), found, leader in zip(runs, scores, best, strict=True):
        seconds = None if run.finished_at is None else (run.finished_at - run.created_at).total_seconds()
        cost = costs[run.run_id]
        shown.append(
            RunSummaryOut(
                run_id=run.run_id,
                suite_id=run.suite_id,
                model_id=None if leader is None else leader[0],
                model_name=None if leader is None else known[leader[0]].name,
                prompt=leader[1] if leader is not None and len(run.prompts) > 1 else None,
                score=None if leader is None else show_interval(found[leader]),
                tied=0 if leader is None else _count_tied(found, leader),
                cost_usd=None if cost is None else cost / MICRO,
                seconds=seconds,
            )
        )
    return RunSummariesOut(runs=shown)


def _find_best(run: Run, scores: dict[Line, Interval]) -> Line | None:
    """The same line as the first one on the page of the run."""
    lines = [(model, prompt) for model in run.models for prompt in run.prompts]
    scored = [(line, mean) for line in lines if line in scores and (mean := scores[line].mean) is not None]
    return max(scored, key=lambda one: one[1])[0] if scored else None


def _count_tied(scores: dict[Line, Interval], leader: Line) -> int:
    shown = [percent(one.mean) for one in scores.values() if one.mean is not None]
    return shown.count(percent(scores[leader].mean or 0.0)) - 1


async def _read_costs(session: Session, runs: Sequence[Run]) -> dict[UUID, int | None]:
    """Those of finished runs are cached in each process."""
    keys = {run.run_id: (run.run_id, at) for run in runs if (at := find_finished_at(run)) is not None}
    found = {run_id: _costs[key] for run_id, key in keys.items() if key in _costs}
    missing = [run.run_id for run in runs if run.run_id not in found]
    counted = await repository.list_costs(session, missing) if missing else {}
    for run_id in missing:
        found[run_id] = counted.get(run_id)
        if run_id in keys:
            _costs[keys[run_id]] = found[run_id]
    while len(_costs) > MAX_RUNS:
        _costs.popitem(last=False)
    return found
