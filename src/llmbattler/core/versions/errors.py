"""Failures of versioned documents."""

from ..errors import Conflict, NotFound


class VersionNotFound(NotFound):
    """There is no version of this number."""


class EditConflict(Conflict):
    """Somebody else saved a newer version while you were editing.

    The problem carries the three texts and, where the edits do not touch the same lines, both of them merged.
    """
