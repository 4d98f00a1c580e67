"""What the worker does for budgets."""

from uuid import UUID

from llmbattler.connectors.settings import read_policy
from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.logs import get_logger
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.webhooks import post

from ..settings import CatalogSettings
from .errors import WebhookFailed
from .models import Delivery
from .service import alerts, owning
from .service.alerts import SEND_JOB
from .service.reconciling import reconcile
from .webhook import write_body

__all__ = ["owning", "reconcile_spend", "send_alert"]

TRIES = 6
CHECKED_DAYS = 2
"""Today, and yesterday until its last calls are written down."""

_log = get_logger(__name__)


@job("budgets.reconcile", cron="7 * * * *")
async def reconcile_spend(resources: Resources) -> None:
    """Compare what was spent with the ledger once an hour, and free what dead processes set aside."""
    async with resources.get(Database).unit() as session:
        differing = await reconcile(session, days=CHECKED_DAYS)
    if differing:
        _log.warning("spend did not equal the ledger and was corrected", pots=[str(one.pot) for one in differing])


@job(SEND_JOB, attempts=TRIES)
async def send_alert(resources: Resources, alert_id: str) -> None:
    """Send one alert to the webhook; fails, and is tried again later, when it is not taken."""
    settings, database = resources.get(Settings), resources.get(Database)
    async with database.unit() as session:
        alert = await alerts.get_alert(session, alert_id=UUID(alert_id))
    if alert is None or alert.delivery is Delivery.SENT:
        return
    delivery = Delivery.NONE
    url, secret = settings.of(CatalogSettings).alert_webhook_url, settings.of(CatalogSettings).alert_webhook_secret
    if url is not None:
        body = write_body(alert, site=settings.site_url or settings.host)
        ending = await post(
            url.get_secret_value(),
            body,
            secret=secret.get_secret_value() if secret is not None else None,
            policy=read_policy(settings),
        )
        delivery = Delivery(ending)
    async with database.unit() as session:
        await alerts.note_delivery(session, alert_id=alert.alert_id, delivery=delivery)
    if delivery in {Delivery.REFUSED, Delivery.UNREACHABLE}:
        raise WebhookFailed(str(delivery))
