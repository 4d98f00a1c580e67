"""What is left to do after somebody's things were erased."""

from collections.abc import Sequence

from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources
from llmbattler.core.storage import Storage

from .service import FORGET_FILES


@job(FORGET_FILES, attempts=5)
async def forget_files(resources: Resources, keys: Sequence[str]) -> None:
    """Delete stored files whose rows are gone."""
    for key in keys:
        await resources.get(Storage).delete(key)
