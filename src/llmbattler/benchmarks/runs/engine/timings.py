"""Intervals of the engine. Read as attributes of this module, so that tests can shorten them."""

HEARTBEAT_SECONDS = 1.0
"""Between two exchanges of a worker that holds chunks with the database."""
SHORTEST_SECONDS = 0.05
"""The least time between two exchanges, however many events ask for one."""
REPAIR_SECONDS = 30.0
"""Between two searches for chunks whose job is gone and for runs of which nothing is enqueued."""
JOB_BEAT_SECONDS = 4.0
"""Between two heartbeats of a worker as Procrastinate knows it."""
STALLED_SECONDS = 15.0
"""A worker without a heartbeat for this long counts as dead."""
CHECK_SECONDS = 4.0
"""Between two searches for the jobs of dead workers."""
STEADY_SECONDS = 5.0
"""How long the database must be reachable before a worker takes jobs from others: after an outage all look dead."""
POLL_SECONDS = 3.0
"""Between two looks for jobs that were put back into the queue, which nobody announces."""
SILENT_SECONDS = 15.0
"""A server that has sent nothing for this long, while calls wait for it, is named in the run."""
FAILING_SECONDS = 4.0
"""The same if a call has failed."""
FORGET_SECONDS = 400.0
"""More than the longest wait between two tries: a silence is over if nobody has asked for this long."""
FRESH_SECONDS = 10.0
"""How long the report of a worker about a silent server is believed."""
