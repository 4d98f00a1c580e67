"""Daily budgets: limits, reservations before each call, spend, and alerts when a limit is near or reached."""
