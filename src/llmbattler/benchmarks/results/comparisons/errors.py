"""Failures of comparisons."""

from llmbattler.core.errors import Invalid, NotFound


class BadEntry(Invalid):
    """An entry must have the form `run_id:model_id#prompt`."""


class EntryNotFound(NotFound):
    """This run has no such model or prompt."""


class TooFewEntries(Invalid):
    """A comparison needs at least two different entries."""
