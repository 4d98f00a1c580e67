"""Counts votes on the boards: each vote exactly once, even after a crash."""
