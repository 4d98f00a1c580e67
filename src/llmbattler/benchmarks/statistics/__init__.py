"""Statistics of benchmarks: pure functions on numbers."""
