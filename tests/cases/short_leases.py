"""Short leases for a worker that loads this first, so that deaths are noticed within seconds."""

from datetime import timedelta

from llmbattler.benchmarks.runs.engine.flow import claims, worker
from llmbattler.benchmarks.runs.engine.repository import workers

claims.LEASE = worker.LEASE = timedelta(seconds=2)
worker.RENEW_SECONDS = 0.5
worker.STEADY_SECONDS = 1.0
workers.ALIVE = timedelta(seconds=2)
