"""Every query of the engine. Times come from the database, since the clocks of workers may differ."""

from .chunks import (
    add_chunks,
    delete_chunks,
    get_last_number,
    lock_expired,
    update_claimed_chunks,
    update_leases,
    update_orphaned_chunks,
    update_released_chunks,
)
from .gates import update_gates
from .results import add_quarantined, add_results, count_final, list_missing, list_prior_results
from .runs import get_status, list_active_runs, list_spent, lock_emptied_runs, lock_running_run
from .workers import delete_worker, update_heartbeat, update_idle_heartbeat

__all__ = [
    "add_chunks",
    "add_quarantined",
    "add_results",
    "count_final",
    "delete_chunks",
    "delete_worker",
    "get_last_number",
    "get_status",
    "list_active_runs",
    "list_missing",
    "list_prior_results",
    "list_spent",
    "lock_emptied_runs",
    "lock_expired",
    "lock_running_run",
    "update_claimed_chunks",
    "update_gates",
    "update_heartbeat",
    "update_idle_heartbeat",
    "update_leases",
    "update_orphaned_chunks",
    "update_released_chunks",
]
