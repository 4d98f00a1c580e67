"""The arena's decisions, one file for each noun."""
