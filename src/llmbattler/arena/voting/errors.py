"""Why a vote is refused."""

from llmbattler.core.errors import Conflict


class AlreadyVoted(Conflict):
    """You have voted on this battle before; the first vote stands."""


class NotDirect(Conflict):
    """A conversation with one model takes no votes."""
