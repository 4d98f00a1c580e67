"""Comparing: two or more models or runs sample by sample, a suite over time, all suites beside the arena."""
