"""How moderation can fail, and what it refuses."""

from llmbattler.core.errors import Conflict, Invalid, NotFound


class PromptRefused(Invalid):
    """This site does not take prompts with these words; nothing was sent, and your prompt is still yours to change."""


class NotPublishable(Conflict):
    """A moderator has hidden this battle from the public, so it cannot be shared."""


class FlagNotFound(NotFound):
    """There is no such flag; its battle may have been deleted."""


class WordNotFound(NotFound):
    """There is no such word on the list."""


class WordListed(Conflict):
    """This word is on the list already."""


class NoWord(Invalid):
    """Write a word or a phrase of letters or digits, of at most eight words."""


class ListFull(Conflict):
    """The list is as long as it may be; remove a word first."""
