"""What can go wrong with results."""

from llmbattler.core.errors import Conflict, Forbidden, Invalid, NotFound


class SampleNotFound(NotFound):
    """This run has no such sample."""


class LineNotFound(NotFound):
    """This run has no such model or prompt."""


class ImportClosed(Forbidden):
    """On this site only moderators may import runs."""


class UnreadableRun(Invalid):
    """This file is no run that llmbattler exported."""


class NothingToReport(Conflict):
    """This run has no answers yet, so there is nothing to report."""
