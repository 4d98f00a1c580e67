"""A job that is declared in a wrong way, for a server that loads this first: its worker ends as soon as it begins."""

from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources


@job("tests.never", attempts="often")  # type: ignore[arg-type]
async def never(resources: Resources) -> None:
    """Nobody gets here."""
