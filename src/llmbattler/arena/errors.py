"""How the arena can fail."""

from llmbattler.core.errors import Conflict, Invalid, Limited, NotFound, Unavailable

NEUTRAL = (
    "One of the two could not answer, so this battle does not count. Your prompt is kept: try it with new opponents."
)
STOPPED = "You stopped this battle, so it does not count. Try your prompt with new opponents."
CHOSEN_STOPPED = "You stopped this comparison, so it does not count. Your prompt is kept: try it again."
DIRECT_STOPPED = "You stopped before a word was written. Your prompt is kept: try it again."
DIRECT_FAILED = "The model could not answer. Try again, or choose another model."


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


class AlreadyVoted(Conflict):
    """You have voted on this battle before; the first vote stands."""


class Crowded(Unavailable):
    """Many battles are being opened right now; nothing was saved, please try again in a moment."""


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


class NotDirect(Conflict):
    """A conversation with one model takes no votes."""


class AnswerFailed(Unavailable):
    """The answer could not be completed; nothing you typed is lost."""
