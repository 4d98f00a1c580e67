"""Comparisons of models or runs sample by sample, the history of a suite, and the scoreboard of all suites."""
