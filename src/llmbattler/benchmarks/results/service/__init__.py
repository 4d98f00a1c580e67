"""What the pages of a run show: its totals, the grid of its samples, one sample."""

from .grid import list_grid
from .sample import show_sample
from .totals import show_run

__all__ = ["list_grid", "show_run", "show_sample"]
