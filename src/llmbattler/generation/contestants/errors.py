"""Failures of contestants."""

from llmbattler.core.errors import NotFound


class ContestantNotFound(NotFound):
    """This site has no such model."""
