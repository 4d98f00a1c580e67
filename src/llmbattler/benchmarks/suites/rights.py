"""Permissions on suites and runs. Whoever may create suites and runs also sees those of all others."""

from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.core.settings import Profile, Settings


def may_write_benchmarks(settings: Settings, asker: Visitor) -> bool:
    """Whether a visitor may create suites and start runs: everybody on a private site, members elsewhere."""
    return settings.profile is Profile.PRIVATE or asker.is_member


def may_change(settings: Settings, asker: Visitor, owner: str | None) -> bool:
    """Whether a visitor may change what this owner created. On a private site anybody may change what has no owner."""
    if asker.kind.includes(AccountKind.MODERATOR):
        return True
    if owner is None:
        return settings.profile is Profile.PRIVATE
    return owner == asker.owner


def may_import(settings: Settings, asker: Visitor) -> bool:
    """Whether a visitor may import runs. Only moderators on public sites, because imported results may be forged."""
    return settings.profile is Profile.PRIVATE or asker.kind.includes(AccountKind.MODERATOR)


def is_own(owner: str | None, asker: Visitor) -> bool:
    """Whether the visitor is the owner. Always false without an owner, also for visitors without an account."""
    return owner is not None and owner == asker.owner
