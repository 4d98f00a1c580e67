"""Failures of versioned documents."""

from ..errors import Conflict, NotFound


class VersionNotFound(NotFound):
    """This version does not exist."""


class EditConflict(Conflict):
    """Somebody else saved a newer version while you were editing.

    The problem carries the three texts and, where the edits do not touch the same lines, both of them merged.
    """
