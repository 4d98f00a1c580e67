"""How runs and chunks end: finished, stopped, reclaimed from dead workers, quarantined."""
