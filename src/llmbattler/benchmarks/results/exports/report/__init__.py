"""The report: what goes into it, and the page makers that set it."""
