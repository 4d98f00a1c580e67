"""The samples of a run with their results: the grid, and one sample."""

from .grid import list_grid
from .sample import show_sample

__all__ = ["list_grid", "show_sample"]
