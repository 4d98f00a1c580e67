"""Named failures of boards and vote sets."""

from llmbattler.core.errors import Conflict, Forbidden, Invalid, NotFound


class BoardNotFound(NotFound):
    """There is no such board. `metadata.boards` of the leaderboard lists all of them."""


class SameModel(Invalid):
    """A model cannot be compared with itself; choose two different ones."""


class SetExists(Conflict):
    """A set of votes with this name already exists. Choose another name, or remove that set first."""


class SetNotFound(NotFound):
    """There is no set of imported votes with this name."""


class UnreadableVotes(Invalid):
    """This file of votes cannot be read."""


class ImportClosed(Forbidden):
    """On this site only the operator can import votes, with `llmbattler votes import`."""
