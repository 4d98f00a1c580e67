"""How moderation can fail, and what it refuses."""

from llmbattler.core.errors import Conflict, Invalid, NotFound


class PromptRefused(Invalid):
    """Your prompt contains words that this site does not accept. Nothing was sent; change the prompt and try again."""


class NotPublishable(Conflict):
    """A moderator has hidden this battle, so it cannot be shared."""


class FlagNotFound(NotFound):
    """This flag does not exist. Its battle may have been deleted."""


class WordNotFound(NotFound):
    """This word is not on the list."""


class WordListed(Conflict):
    """This word is already on the list."""


class NoWord(Invalid):
    """Enter a word, or a phrase of at most eight words, made of letters or digits."""


class ListFull(Conflict):
    """The list is full. Remove a word first."""
