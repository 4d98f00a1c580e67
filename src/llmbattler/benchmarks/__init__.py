"""Benchmarks: suites of tasks, run over many models, with honest error bars."""
