"""What can go wrong with suspects."""

from llmbattler.core.errors import Conflict, NotFound


class SuspectNotFound(NotFound):
    """There is no such suspect; perhaps a later review found nothing any more."""


class VoterNotFound(NotFound):
    """Nobody with this id has voted."""


class StillExcluded(Conflict):
    """Restore the votes first; then the suspect can be cleared."""
