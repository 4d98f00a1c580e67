"""Statistics of benchmarks. Pure: numbers in, numbers out."""
