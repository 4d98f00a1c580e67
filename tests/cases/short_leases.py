"""`llmbattler worker` with short leases, so that deaths are noticed within seconds; a program of its own."""

from datetime import timedelta

from llmbattler.benchmarks.runs.engine import claiming, repository, working
from llmbattler.cli.app import main

claiming.LEASE = working.LEASE = timedelta(seconds=2)
working.RENEW_SECONDS = 0.5
working.STEADY_SECONDS = 1.0
repository.ALIVE = timedelta(seconds=2)

if __name__ == "__main__":
    main()
