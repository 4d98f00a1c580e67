"""What can go wrong with comparing."""

from llmbattler.core.errors import Invalid, NotFound


class BadEntry(Invalid):
    """An entry is written as `run_id:model_id#prompt`."""


class EntryNotFound(NotFound):
    """This run has no such model or prompt."""


class TooFewEntries(Invalid):
    """Comparing takes two different entries or more."""
