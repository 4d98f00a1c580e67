"""How judges can fail."""

from llmbattler.core.errors import Conflict


class JudgeRetired(Conflict):
    """This model is retired and cannot judge battles. Choose another model."""
