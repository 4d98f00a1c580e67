"""Constraints on a text that a program can check, such as a number of words, no commas, or JSON only."""

from .catalog import CheckKind, Named, list_checks, make_checks
from .ifeval import Mode, list_ifeval, read_ifeval

__all__ = ["CheckKind", "Mode", "Named", "list_checks", "list_ifeval", "make_checks", "read_ifeval"]
