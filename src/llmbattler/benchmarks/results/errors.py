"""Failures of results."""

from llmbattler.core.errors import Conflict, Forbidden, Invalid, NotFound


class SampleNotFound(NotFound):
    """This run has no sample at this position."""


class LineNotFound(NotFound):
    """This run has no such model or prompt."""


class ImportClosed(Forbidden):
    """Only moderators can import runs on this site."""


class UnreadableRun(Invalid):
    """This file is not a run exported by llmbattler."""


class NothingToReport(Conflict):
    """This run has no scored answers yet, so there is nothing to report."""
