"""Names of the live topics and the job through which parts of the site hear about runs."""

from uuid import UUID

from llmbattler.core.jobs import JobName
from llmbattler.core.live import Topic

WORK = Topic("bench_work")
"""Workers listen to it: something about a run has changed."""
RUNS = Topic("bench_runs")
"""The list of runs."""
FINISHED_JOB = JobName("benchmarks.finished")
CHUNK_JOB = JobName("benchmarks.chunk")
CHUNK_QUEUE = "benchmarks"
"""Chunks have a queue and workers of their own, so that no other job waits for them."""
RECORD_QUESTIONS = JobName("benchmarks.record_questions")


def topic_of(run_id: UUID) -> Topic:
    """The topic of the page of one run."""
    return Topic(f"bench_run:{run_id}")
