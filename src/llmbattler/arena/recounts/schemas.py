"""Progress of a recount, as moderators see it."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from llmbattler.core.long_jobs import JobState


class RecountOut(BaseModel):
    """The leaderboards are recounted. The live topic `admin` reports progress and the end."""

    state: Literal[JobState.QUEUED, JobState.RUNNING]
    done: int
    """How many votes are excluded or restored so far. When all are, some figures are still computed."""
    total: int
    started_at: datetime
    """When it was requested."""
