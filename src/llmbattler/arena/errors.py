"""The errors of battles and sessions."""

from llmbattler.core.errors import Conflict, Invalid, Limited, NotFound, Unavailable


class BattleNotFound(NotFound):
    """This battle does not exist."""


class SessionNotFound(NotFound):
    """This chat does not exist."""


class ShareNotFound(NotFound):
    """This link does not exist, or it was revoked."""


class BattleClosed(Conflict):
    """This battle is closed."""


class StillAnswering(Conflict):
    """The models are still answering. Wait until both are done, or stop them."""


class TooManyTurns(Conflict):
    """This battle has reached its last turn. Start a new one."""


class TooFewModels(Unavailable):
    """A battle needs two models, and fewer are available right now. Try again later."""


class TooManyAtOnce(Limited):
    """You have several battles running. Wait until one is done."""


class BadChoice(Invalid):
    """The chosen models do not fit the mode."""


class PromptTooLong(Invalid):
    """Your prompt is too long for these models. Shorten it."""


class NoImagesHere(Invalid):
    """Follow-up messages in this battle cannot have images."""


class AnswerFailed(Unavailable):
    """The answer could not be completed. Your prompt is kept."""
