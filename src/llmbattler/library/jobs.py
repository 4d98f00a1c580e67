"""Jobs that delete images."""

from collections.abc import Sequence

from llmbattler.core.db import Database
from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources
from llmbattler.core.storage import Storage

from .service import images


@job("library.purge", cron="*/5 * * * *")
async def purge(resources: Resources) -> None:
    """Delete images that were uploaded but never sent."""
    async with resources.get(Database).unit() as session:
        await images.delete_unsent_images(session)


@job(images.DELETE_FILES, attempts=5)
async def delete_files(resources: Resources, keys: Sequence[str]) -> None:
    """Delete stored files whose rows are gone."""
    for key in keys:
        await resources.get(Storage).delete(key)
