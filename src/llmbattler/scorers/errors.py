"""What can go wrong in a scorer, beside a wrong answer."""

from llmbattler.core.errors import Invalid, Unavailable


class UnknownScorer(Invalid):
    """No installed package offers this scorer."""


class BadOptions(Invalid):
    """These options do not fit this scorer."""


class NoJudge(Invalid):
    """This scorer needs a model that judges, and none was named."""


class NoSandbox(Unavailable):
    """Code written by models runs only in a sandbox, and this machine has none that works."""


class PatternTooSlow(Invalid):
    """A regular expression took too long on an answer."""


class NoTarget(Invalid):
    """This scorer compares with a target, and the sample has none that it can read."""
