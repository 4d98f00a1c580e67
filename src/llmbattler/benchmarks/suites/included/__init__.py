"""Suites that ship with llmbattler. Their samples are generated from a seed, so no model can have memorized them."""
