"""Results: what a run found, compared, exported and printed."""
