"""Comparisons of entries, their flips, verdicts and summaries of runs, the history of a suite, and the scoreboard."""

from .board import read_board
from .comparison import compare_entries
from .flips import list_flips
from .history import list_history
from .summaries import summarize_runs, summarize_suites
from .verdict import judge_run, read_verdict

__all__ = [
    "compare_entries",
    "judge_run",
    "list_flips",
    "list_history",
    "read_board",
    "read_verdict",
    "summarize_runs",
    "summarize_suites",
]
