"""The errors of votes."""

from llmbattler.core.errors import Conflict


class AlreadyVoted(Conflict):
    """You have already voted on this battle; the first vote stays."""


class NotDirect(Conflict):
    """A chat with one model cannot be voted on."""
