"""Publishing that a run has changed: to the workers, to its page and to the list of runs."""

from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.live import Changed, publish_all

from ..topics import RUNS, WORK, topic_of


async def publish_change(session: Session, run_id: UUID) -> None:
    """Publish when the transaction commits."""
    name = str(run_id)
    await publish_all(session, Changed(WORK, name), Changed(topic_of(run_id), name), Changed(RUNS, name))
