"""The process that runs jobs, and what every process of ours opens first."""
