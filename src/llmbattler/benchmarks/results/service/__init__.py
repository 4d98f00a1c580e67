"""Totals of runs."""

from .totals import show_run

__all__ = ["show_run"]
