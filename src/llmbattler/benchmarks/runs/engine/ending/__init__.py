"""How runs and pieces end: finished, stopped, taken from the dead, quarantined."""
