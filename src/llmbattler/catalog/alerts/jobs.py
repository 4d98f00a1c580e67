"""The job that sends alerts to the webhook."""

from uuid import UUID

from llmbattler.connectors.settings import read_policy
from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.webhooks import post

from ..settings import CatalogSettings
from . import service
from .errors import WebhookFailed
from .service import SEND_JOB, Delivery
from .webhook import write_body

ATTEMPTS = 6


@job(SEND_JOB, attempts=ATTEMPTS)
async def send_alert(resources: Resources, alert_id: str) -> None:
    """Send one alert to the webhook. Fails, so that the job is retried, when the webhook does not accept it."""
    settings, database = resources.get(Settings), resources.get(Database)
    async with database.unit() as session:
        alert = await service.get_alert(session, alert_id=UUID(alert_id))
    if alert is None or alert.delivery is Delivery.SENT:
        return
    delivery = Delivery.NONE
    url, secret = settings.of(CatalogSettings).alert_webhook_url, settings.of(CatalogSettings).alert_webhook_secret
    if url is not None:
        body = write_body(alert, site=settings.site_url or settings.host)
        result = await post(
            url.get_secret_value(),
            body,
            secret=secret.get_secret_value() if secret is not None else None,
            policy=read_policy(settings),
        )
        delivery = Delivery(result)
    async with database.unit() as session:
        await service.record_delivery(session, alert_id=alert.alert_id, delivery=delivery)
    if delivery in {Delivery.REFUSED, Delivery.UNREACHABLE}:
        raise WebhookFailed(str(delivery))
