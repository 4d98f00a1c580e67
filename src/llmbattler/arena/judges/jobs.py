"""Runs the judges of this site regularly."""

from llmbattler.catalog.calls.flow import ModelCalls
from llmbattler.catalog.errors import ModelNotFound
from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from ..settings import ArenaSettings
from .errors import JudgeRetired
from .flow import RunLimits, run_judge

BATTLES_PER_RUN = 20
SECONDS_PER_RUN = 10 * 60.0
"""Less than the time between two runs: concurrent runs would pay for the same battles."""

_log = get_logger(__name__)


@job("arena.judge", cron="*/15 * * * *")
async def judge_battles(resources: Resources) -> None:
    """Let every judge read some of the newest battles."""
    settings = resources.get(Settings)
    for model_id in settings.of(ArenaSettings).judge_models:
        try:
            run = await run_judge(
                resources.get(Database),
                resources.get(ModelCalls),
                settings,
                model_id=model_id,
                limits=RunLimits(BATTLES_PER_RUN, settings.of(ArenaSettings).judge_battles_per_day, SECONDS_PER_RUN),
            )
        except (ModelNotFound, JudgeRetired) as problem:
            _log.warning("JUDGE_MODELS names a model that cannot judge", model_id=model_id, reason=problem.title)
            continue
        if run.problem is not None:
            _log.warning("some battles were not judged", judge=model_id, battles=run.failed, reason=run.problem)
