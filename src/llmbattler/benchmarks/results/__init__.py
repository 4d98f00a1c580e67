"""Results of runs: totals, samples, comparisons and exports."""
