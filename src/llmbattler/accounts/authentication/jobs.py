"""Sends reset mails and deletes ended sign-ins and links."""

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.signing import SigningKey

from .flow import password_reset
from .flow.passwords import Authentication
from .service import sign_ins


@job(password_reset.JOB, attempts=4)
async def send_reset(resources: Resources, *, email: str) -> None:
    authentication = Authentication(resources.get(Database), resources.get(SigningKey), resources.get(Settings))
    await password_reset.send_reset(authentication, email=email)


@job("accounts.forget", cron="41 3 * * *")
async def delete_ended(resources: Resources) -> None:
    """Delete counted guesses, and sign-ins and links that ended a month ago, so that the tables stay small."""
    async with resources.get(Database).unit() as session:
        await sign_ins.delete_ended(session)
