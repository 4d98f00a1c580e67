"""What the worker does for the entrance."""

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.signing import SigningKey

from . import mailing, service
from .flow import Entrance


@job(mailing.JOB, attempts=4)
async def send_reset(resources: Resources, *, email: str) -> None:
    entrance = Entrance(resources.get(Database), resources.get(SigningKey), resources.get(Settings))
    await mailing.send_reset(entrance, email=email)


@job("accounts.forget", cron="41 3 * * *")
async def forget_ended(resources: Resources) -> None:
    """Delete counted guesses, and sign-ins and links that ended a month ago, so that the tables stay small."""
    async with resources.get(Database).unit() as session:
        await service.forget_ended(session)
