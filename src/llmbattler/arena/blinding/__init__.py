"""Hiding who answers: when text is shown."""
