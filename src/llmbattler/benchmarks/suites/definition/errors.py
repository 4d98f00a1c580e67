"""Errors in the content of a suite."""

from llmbattler.core.errors import Invalid


class BadSuite(Invalid):
    """This suite cannot be used as it is."""


class BadTemplate(Invalid):
    """A template of this suite does not work."""


class BadScore(Invalid):
    """A scorer returned a value outside 0 to 1."""


class UnreadableDataset(Invalid):
    """The samples cannot be read."""
