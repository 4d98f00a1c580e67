"""How runs and chunks end: finished, stopped, reclaimed from dead workers, quarantined."""

from .completion import finish_runs, stop_run
from .reclaim import reclaim_chunks

__all__ = ["finish_runs", "reclaim_chunks", "stop_run"]
