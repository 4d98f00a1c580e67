"""What the worker does for runs beside working on them."""

from datetime import timedelta
from uuid import UUID

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.webhooks import DeliveryResult, post

from ..settings import BenchmarkSettings
from . import repository
from .errors import WebhookNotTaken
from .service import webhooks
from .service.plans import policy_for
from .topics import FINISHED_JOB

TRIES = 6
SILENT = timedelta(hours=1)
"""A worker that has not been heard of for so long does not come back."""

_log = get_logger(__name__)


@job(FINISHED_JOB, attempts=TRIES)
async def tell_finished(resources: Resources, run_id: str) -> None:
    """Send the result of a run to its webhook; fails, and is tried again later, when it is not taken."""
    settings = resources.get(Settings)
    async with resources.get(Database).unit() as session:
        message = await webhooks.write_message(session, run_id=UUID(run_id), site=settings.address)
    if message is None:
        return
    secret = settings.of(BenchmarkSettings).bench_webhook_secret
    ended = await post(
        message.url,
        message.body,
        secret=secret.get_secret_value() if secret is not None else None,
        policy=policy_for(settings),
    )
    if ended is DeliveryResult.FORBIDDEN:
        _log.warning("the webhook of a run leads where this site does not call", run_id=run_id)
    elif ended is not DeliveryResult.SENT:
        raise WebhookNotTaken(str(ended))


@job("benchmarks.tidy", cron="23 4 * * *")
async def tidy(resources: Resources) -> None:
    """Forget answers that are too old to be taken again, and workers that are gone."""
    database = resources.get(Database)
    older = timedelta(days=resources.get(Settings).of(BenchmarkSettings).bench_cache_days)
    deleted = 1
    while deleted:
        async with database.unit() as session:
            deleted = await repository.delete_old_answers(session, older)
    async with database.unit() as session:
        await repository.delete_dead_workers(session, SILENT)
