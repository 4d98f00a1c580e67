"""Errors of battles from stored answers."""

from llmbattler.core.errors import Conflict, Invalid


class NotComparable(Invalid):
    """These two answers cannot be compared."""


class StillHidden(Conflict):
    """The models of this battle are hidden; its answers can be compared after the vote."""
