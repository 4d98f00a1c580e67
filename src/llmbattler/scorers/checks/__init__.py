"""Constraints that a program can check: so many words, no commas, a title, JSON only."""

from .catalogue import CheckKind, Named, list_checks, make_checks
from .published import list_published, read_published

__all__ = ["CheckKind", "Named", "list_checks", "list_published", "make_checks", "read_published"]
