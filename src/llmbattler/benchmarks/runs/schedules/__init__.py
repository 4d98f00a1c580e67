"""Schedules: runs that are started by a cron expression."""
