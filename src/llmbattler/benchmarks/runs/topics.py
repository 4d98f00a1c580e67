"""Names of the live topics and the job through which parts of the site hear about runs."""

from uuid import UUID

WORK = "bench_work"
"""Workers listen to it: something about a run has changed."""
RUNS = "bench_runs"
"""The list of runs."""
FINISHED_JOB = "benchmarks.finished"


def topic_of(run_id: UUID) -> str:
    """The topic of the page of one run."""
    return f"bench_run:{run_id}"
