"""The benchmarks of the demo: recorded suites and runs, imported as files of other sites are."""
