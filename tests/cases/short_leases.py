"""Short intervals, for a worker that imports this module first, so that dead workers are detected within seconds."""

from llmbattler.benchmarks.runs.engine import timings

timings.JOB_BEAT_SECONDS = 0.5
timings.STALLED_SECONDS = 2.0
timings.CHECK_SECONDS = 0.5
timings.STEADY_SECONDS = 1.0
timings.POLL_SECONDS = 0.5
