"""How the arena can fail."""

from llmbattler.core.errors import Conflict, Invalid, Limited, NotFound, Unavailable


class BattleNotFound(NotFound):
    """There is no such battle."""


class SessionNotFound(NotFound):
    """There is no such session."""


class ShareNotFound(NotFound):
    """There is nothing behind this link, or it was revoked."""


class BattleClosed(Conflict):
    """This battle no longer takes that."""


class StillAnswering(Conflict):
    """The models are still answering; wait until both are done, or stop them."""


class TooManyTurns(Conflict):
    """This battle has reached its last turn; start a new one."""


class TooFewModels(Unavailable):
    """Two models that can answer are needed, and there are not enough right now."""


class TooManyAtOnce(Limited):
    """You have several battles running; let one finish first."""


class BadChoice(Invalid):
    """The models chosen do not fit the mode."""


class PromptTooLong(Invalid):
    """Your prompt is longer than these models can read."""


class NoImagesHere(Invalid):
    """A message that follows in this battle cannot have images."""


class AnswerFailed(Unavailable):
    """The answer could not be completed; nothing you typed is lost."""
