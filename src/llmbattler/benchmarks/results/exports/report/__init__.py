"""The PDF report of a run."""
