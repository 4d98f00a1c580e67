"""A past of benchmarks for `llmbattler demo`: suites, runs and answers from one seed."""
