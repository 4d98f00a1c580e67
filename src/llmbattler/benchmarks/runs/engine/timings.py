"""Intervals of heartbeats and leases. Read as attributes of this module, so that tests can shorten them."""

from datetime import timedelta

LEASE = timedelta(seconds=15)
RENEW_SECONDS = 5.0
HEARTBEAT_SECONDS = 1.0
IDLE_SECONDS = 3.0
"""Between heartbeats of a worker that has nothing to do."""
SHORTEST_SECONDS = 0.05
"""The least time between two heartbeats, however many events ask for one."""
STEADY_SECONDS = 5.0
"""How long the database must be reachable before a worker reclaims chunks: after an outage all leases look expired."""
ALIVE = timedelta(seconds=10)
"""A worker without a heartbeat for this long counts as dead."""
