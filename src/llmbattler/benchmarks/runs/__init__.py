"""Runs: asking every model every sample, once, whatever happens on the way."""
