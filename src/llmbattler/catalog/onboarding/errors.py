"""How the first steps can fail."""

from llmbattler.core.errors import NotFound


class PresetNotFound(NotFound):
    """There is no such preset."""
