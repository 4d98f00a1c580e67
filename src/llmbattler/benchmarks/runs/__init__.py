"""Runs: every sample of a suite asked of every model exactly once, despite failures."""
