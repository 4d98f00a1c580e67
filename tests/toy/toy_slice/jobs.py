"""What the worker does for toys."""

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources

from . import repository
from .lifespan import Box


@job("toy.make")
async def make_toy(resources: Resources, owner: str) -> None:
    async with resources.get(Database).unit() as session:
        await repository.add_toy(session, owner, resources.get(Box).color)
