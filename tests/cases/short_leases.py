"""Short leases, for a worker that imports this module first, so that dead workers are detected within seconds."""

from datetime import timedelta

from llmbattler.benchmarks.runs.engine import timings

timings.LEASE = timedelta(seconds=2)
timings.RENEW_SECONDS = 0.5
timings.STEADY_SECONDS = 1.0
timings.ALIVE = timedelta(seconds=2)
