"""Seals votes each night."""

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources
from llmbattler.core.signing import SigningKey

from . import service


@job("arena.seal_votes", cron="30 0 * * *", attempts=3)
async def seal_votes(resources: Resources) -> None:
    async with resources.get(Database).unit() as session:
        await service.seal_days(session, key=resources.get(SigningKey))
