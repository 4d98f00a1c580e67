"""Jobs of runs: webhooks and the record of named questions."""

from uuid import UUID

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.webhooks import DeliveryResult, post

from .errors import WebhookNotTaken
from .service import webhooks
from .service.named_questions import record_batch
from .settings import BenchmarkSettings
from .topics import FINISHED_JOB, RECORD_QUESTIONS

TRIES = 6

_log = get_logger(__name__)


@job(FINISHED_JOB, attempts=TRIES)
async def send_webhook(resources: Resources, run_id: str) -> None:
    """Send the result of a run to its webhook. If it is not accepted the job fails and is retried later."""
    settings = resources.get(Settings)
    async with resources.get(Database).unit() as session:
        message = await webhooks.write_message(session, run_id=UUID(run_id), settings=settings)
    if message is None:
        return
    ended = await _send(message, settings)
    if ended is DeliveryResult.FORBIDDEN:
        _log.warning("the webhook of a run has an address that this site must not call", run_id=run_id)
    elif ended is not DeliveryResult.SENT:
        raise WebhookNotTaken(str(ended))


async def _send(message: webhooks.Message, settings: Settings) -> DeliveryResult:
    if message.policy is None:
        return DeliveryResult.FORBIDDEN
    secret = settings.of(BenchmarkSettings).bench_webhook_secret
    return await post(
        message.url,
        message.body,
        secret=secret.get_secret_value() if secret is not None else None,
        policy=message.policy,
    )


@job(RECORD_QUESTIONS, attempts=3)
async def record_questions(resources: Resources, run_id: str) -> None:
    """Record what the owner of a run asks its models, one short unit of work per batch."""
    first: int | None = 0
    while first is not None:
        async with resources.get(Database).unit() as session:
            first = await record_batch(session, run_id=UUID(run_id), first=first)
