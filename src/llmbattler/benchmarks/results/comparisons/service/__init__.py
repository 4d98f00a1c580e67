"""Comparisons of entries, their flips, the history of a suite, and the scoreboard."""

from .board import read_board
from .comparison import compare_entries
from .flips import list_flips
from .history import list_history

__all__ = ["compare_entries", "list_flips", "list_history", "read_board"]
