"""Errors of scorers."""

from llmbattler.core.errors import Invalid, Unavailable


class UnknownScorer(Invalid):
    """No installed package provides this scorer."""


class BadOptions(Invalid):
    """These options are not valid for this scorer."""


class NoJudge(Invalid):
    """This scorer needs a judge, and none is set."""


class NoSandbox(Unavailable):
    """Code written by models only runs in a sandbox, and no sandbox works on this machine."""


class PatternTooSlow(Invalid):
    """A regular expression took too long on an answer."""


class NoTarget(Invalid):
    """This scorer needs a target, and the sample has none that it can read."""
