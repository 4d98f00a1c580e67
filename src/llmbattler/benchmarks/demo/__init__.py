"""Demo data of benchmarks for `llmbattler demo`: suites, runs and answers, generated from one seed."""
