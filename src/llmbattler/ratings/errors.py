"""Named failures of boards and vote sets."""

from llmbattler.core.errors import Conflict, Forbidden, Invalid, NotFound


class BoardNotFound(NotFound):
    """This leaderboard does not exist. `metadata.boards` of the leaderboard lists all of them."""


class UnknownCategory(Invalid):
    """There is no such category."""


class SameModel(Invalid):
    """A model cannot be compared with itself; choose two different ones."""


class SetExists(Conflict):
    """A set of votes with this name already exists. Choose another name, or remove that set first."""


class SetNotFound(NotFound):
    """There is no set of imported votes with this name."""


class UnreadableVotes(Invalid):
    """This file of votes cannot be read."""


class ImportClosed(Forbidden):
    """Only moderators and admins can import votes here, or use `llmbattler votes import` on the server."""
