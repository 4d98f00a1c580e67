"""The errors of files of battles."""

from llmbattler.core.errors import Conflict, Invalid


class SiteHasBattles(Conflict):
    """This site has battles or votes already. Battles can only be imported into a new site."""


class UnreadableBattles(Invalid):
    """This file cannot be read as battles of llmbattler."""
