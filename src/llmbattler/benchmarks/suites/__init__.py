"""Suites: samples, prompts and scores of a benchmark."""
