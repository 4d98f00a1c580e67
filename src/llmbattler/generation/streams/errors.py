"""How starting an answer can fail."""

from llmbattler.core.errors import Unavailable


class Crowded(Unavailable):
    """Many answers are being started right now; nothing was saved, please try again in a moment."""
