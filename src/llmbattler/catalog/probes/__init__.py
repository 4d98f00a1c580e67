"""Health probes of model servers."""
