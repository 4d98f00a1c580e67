"""Short leases for a worker that loads this first, so that deaths are noticed within seconds."""

from datetime import timedelta

from llmbattler.benchmarks.runs.engine import claiming, repository, working

claiming.LEASE = working.LEASE = timedelta(seconds=2)
working.RENEW_SECONDS = 0.5
working.STEADY_SECONDS = 1.0
repository.ALIVE = timedelta(seconds=2)
