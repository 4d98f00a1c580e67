"""The verdict on a run: its leader, and who is clearly behind."""

import asyncio
from uuid import UUID

from llmbattler.core.db import Session

from ....statistics.paired import Paired
from ...repository import LoadedRun
from ...schemas import RunOut, RunVerdictOut
from ...service.lines import load_run
from ...service.ranked_lines import rank_lines
from ...service.totals import count_run
from ..headline import write_verdict
from ..values import compare_all
from ..verdicts import show_differences
from .entries import Entry
from .scores import read_values


async def read_verdict(session: Session, *, run_id: UUID) -> RunVerdictOut:
    loaded = await load_run(session, run_id=run_id)
    return await _judge(session, loaded, await count_run(session, loaded=loaded))


async def judge_run(session: Session, *, run: RunOut) -> RunVerdictOut:
    """The verdict on a run that has been counted."""
    return await _judge(session, await load_run(session, run_id=run.run_id), run)


async def _judge(session: Session, loaded: LoadedRun, run: RunOut) -> RunVerdictOut:
    """Compare all lines that have a score with the best one."""
    ranked = [line for line in rank_lines(run.lines) if line.score.n]
    entries = [Entry(loaded, line.model_id, line.model_name, line.prompt) for line in ranked]
    paired: list[Paired] = []
    if len(entries) > 1:
        values = [await read_values(session, entry=entry) for entry in entries]
        paired = await asyncio.to_thread(compare_all, values)
    differences = show_differences([entry.text for entry in entries], paired) if paired else []
    return write_verdict(run, ranked, differences)
