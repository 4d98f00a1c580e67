"""Constraints that a program can check: so many words, no commas, a title, JSON only."""

from .catalog import CheckKind, Named, list_checks, make_checks
from .ifeval import list_ifeval, read_ifeval

__all__ = ["CheckKind", "Named", "list_checks", "list_ifeval", "make_checks", "read_ifeval"]
