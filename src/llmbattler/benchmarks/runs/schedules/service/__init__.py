"""Schedules: list, change, and start what is due."""

from .management import (
    add_schedule,
    change_schedule,
    list_schedules,
    remove_schedule,
    run_now,
    start_due,
)

__all__ = ["add_schedule", "change_schedule", "list_schedules", "remove_schedule", "run_now", "start_due"]
