"""How decisions about suspects can fail."""

from llmbattler.core.errors import Conflict, NotFound


class SuspectNotFound(NotFound):
    """This suspect does not exist. A later review may have removed it."""


class VoterNotFound(NotFound):
    """No voter has this id."""


class StillExcluded(Conflict):
    """The votes are excluded. Restore them before you clear the suspect."""
