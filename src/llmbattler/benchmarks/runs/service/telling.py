"""Who hears of a change to a run: the workers, its page and the list of runs."""

from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.live import Changed, publish_all

WORK = "bench_work"
RUNS = "bench_runs"


def topic_of(run_id: UUID) -> str:
    return f"bench_run:{run_id}"


async def tell(session: Session, run_id: UUID) -> None:
    """Say, when this transaction ends, that something about a run is different."""
    name = str(run_id)
    await publish_all(session, Changed(WORK, name), Changed(topic_of(run_id), name), Changed(RUNS, name))
