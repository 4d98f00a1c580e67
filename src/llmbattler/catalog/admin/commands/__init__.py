"""`llmbattler models`."""
