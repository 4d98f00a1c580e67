"""Who may do what with suites and runs. Everybody who may write sees everything: it is a team's workspace."""

from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.core.settings import Profile, Settings


def may_bench(settings: Settings, asker: Visitor) -> bool:
    """Whether somebody may make suites and start runs: anybody on a private site, else members."""
    return settings.profile is Profile.PRIVATE or asker.is_member


def may_change(settings: Settings, asker: Visitor, owner: str | None) -> bool:
    """Whether somebody may change what this owner made. What the command line made is a private site's own."""
    if asker.kind.includes(AccountKind.MODERATOR):
        return True
    if owner is None:
        return settings.profile is Profile.PRIVATE
    return owner == asker.owner


def may_import(settings: Settings, asker: Visitor) -> bool:
    """Whether somebody may bring in runs: results that nobody here saw come about could be made up."""
    return settings.profile is Profile.PRIVATE or asker.kind.includes(AccountKind.MODERATOR)


def is_own(owner: str | None, asker: Visitor) -> bool:
    """What belongs to nobody is nobody's own, not even of those who have no account."""
    return owner is not None and owner == asker.owner
