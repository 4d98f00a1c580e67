"""The samples of a run with their results."""
