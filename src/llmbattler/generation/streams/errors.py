"""Failures of starting a generation."""

from llmbattler.core.errors import Unavailable


class TooManyStarts(Unavailable):
    """Many answers are being started right now; nothing was saved, please try again in a moment."""
