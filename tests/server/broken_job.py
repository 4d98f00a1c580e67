"""An invalid job, for a server that imports this module first: its worker fails at start."""

from llmbattler.core.jobs import job
from llmbattler.core.resources import Resources


@job("tests.never", attempts="often")  # type: ignore[arg-type]
async def never(resources: Resources) -> None:
    """Never called."""
