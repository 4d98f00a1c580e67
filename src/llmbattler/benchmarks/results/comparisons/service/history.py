"""The history of a suite: the score of each model in each finished run."""

from llmbattler.core.db import Session
from llmbattler.generation.contestants.service import describe

from ....suites.errors import SuiteNotFound
from ...schemas import HistoryOut, HistoryPointOut
from ...service.intervals import show_interval
from .. import repository
from ..schemas import HistoryIn
from .scores import read_scores

MOST_RUNS = 200
"""The newest ones; a chart shows no more."""


async def list_history(session: Session, *, wanted: HistoryIn) -> HistoryOut:
    """Oldest first. A model without a scored answer in a run has no point."""
    if await repository.get_suite(session, wanted.suite_id) is None:
        raise SuiteNotFound
    model_id = wanted.model_id.replace("\0", "") if wanted.model_id else None
    runs = await repository.list_finished(session, suite_id=wanted.suite_id, model_id=model_id, most=MOST_RUNS)
    known = await describe(session, ids={one for each in runs for one in each.run.models})
    points = []
    for run, _, version in runs:
        scores = await read_scores(session, run=run, dataset_id=version.dataset_id)
        points += [
            HistoryPointOut(
                run_id=run.run_id,
                run_title=run.title,
                version=version.number,
                model_id=model,
                model_name=known[model].name,
                prompt=prompt,
                created_at=run.created_at,
                score=show_interval(scores[model, prompt]),
            )
            for model in run.models
            for prompt in run.prompts
            if (model, prompt) in scores and model_id in {None, model}
        ]
    return HistoryOut(points=points)
