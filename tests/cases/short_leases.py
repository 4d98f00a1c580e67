"""Short leases for a worker that loads this first, so that deaths are noticed within seconds."""

from datetime import timedelta

from llmbattler.benchmarks.runs.engine import timing

timing.LEASE = timedelta(seconds=2)
timing.RENEW_SECONDS = 0.5
timing.STEADY_SECONDS = 1.0
timing.ALIVE = timedelta(seconds=2)
