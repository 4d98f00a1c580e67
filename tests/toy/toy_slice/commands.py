"""`llmbattler toys`."""

from llmbattler.core.commands import console, run_on_site
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources

from . import repository


def count() -> None:
    """Count the toys."""

    async def work(resources: Resources) -> int:
        async with resources.get(Database).unit() as session:
            return await repository.count_toys(session)

    console.print(f"{run_on_site(work)} toys")
