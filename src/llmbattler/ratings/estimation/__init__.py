"""The mathematics of ratings: counts in, strengths with intervals out. Pure: no tables, no I/O."""
