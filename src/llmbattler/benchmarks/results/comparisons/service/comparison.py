"""Compares entries with the first one."""

import asyncio
from collections.abc import Sequence

from llmbattler.core.db import Session

from ....runs.models import RunStatus
from ....statistics.intervals import Interval
from ....statistics.paired import Paired
from ...schemas import CompareOut, EntryOut
from ...service.intervals import show_interval
from .. import repository
from ..comparison_warnings import Side, list_warnings
from ..values import EntryValues, compare_all, count_common
from ..verdicts import show_differences
from .entries import Entry, find_entries
from .scores import read_scores, read_values


async def compare_entries(session: Session, *, texts: Sequence[str]) -> CompareOut:
    entries = await find_entries(session, texts=texts)
    values = [await read_values(session, entry=entry) for entry in entries]
    sides = [await _describe(session, entry, found) for entry, found in zip(entries, values, strict=True)]
    paired, common = await asyncio.to_thread(_compute, values)
    shown = [await _show(session, entry, found) for entry, found in zip(entries, values, strict=True)]
    return CompareOut(
        entries=shown,
        differences=show_differences([entry.text for entry in entries], paired),
        common=common,
        warnings=list_warnings(sides, common=common),
    )


def _compute(values: list[EntryValues]) -> tuple[list[Paired], int]:
    return compare_all(values), count_common(values)


async def _describe(session: Session, entry: Entry, values: EntryValues) -> Side:
    run, suite, version, _ = entry.loaded
    failed = await repository.count_failed(session, run_id=run.run_id, model_id=entry.model_id, prompt=entry.prompt)
    return Side(
        run_id=run.run_id,
        run_title=run.title,
        model_name=entry.model_name,
        suite_name=suite.name,
        version=version.number,
        finished=run.status is RunStatus.FINISHED,
        samples=len(values.keys),
        failed=failed,
    )


async def _show(session: Session, entry: Entry, values: EntryValues) -> EntryOut:
    run, suite, version, _ = entry.loaded
    return EntryOut(
        entry=entry.text,
        run_id=run.run_id,
        run_title=run.title,
        suite_name=suite.name,
        version=version.number,
        model_id=entry.model_id,
        model_name=entry.model_name,
        prompt=entry.prompt,
        created_at=run.created_at,
        score=show_interval(await _score(session, entry, values)),
    )


async def _score(session: Session, entry: Entry, values: EntryValues) -> Interval:
    """The same score as on the page of the run, where with several epochs every answer counts."""
    if entry.loaded.run.epochs == 1:
        return await asyncio.to_thread(values.score)
    scores = await read_scores(session, run=entry.loaded.run, dataset_id=entry.loaded.version.dataset_id)
    return scores.get((entry.model_id, entry.prompt)) or values.score()
