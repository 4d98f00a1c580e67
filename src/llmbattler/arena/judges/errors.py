"""How judging can fail."""

from llmbattler.core.errors import Conflict


class JudgeRetired(Conflict):
    """This model is retired, so it judges no battles."""
