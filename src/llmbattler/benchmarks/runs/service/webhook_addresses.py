"""Which addresses the webhook of a run may have, by who owns the run."""

from enum import IntEnum

from llmbattler.accounts.errors import NeedsScope
from llmbattler.accounts.schemas import AccountKind, Scope, Visitor
from llmbattler.accounts.service.blocks import find_account_status
from llmbattler.connectors.settings import read_policy
from llmbattler.core.db import Session
from llmbattler.core.outbound import STRICT, BadAddress, Policy, check_url
from llmbattler.core.settings import Settings

from ..errors import BadRun, WebhookForAdmins, WebhookNeedsAccount


class Reach(IntEnum):
    """Where the webhooks of an owner may lead, in ascending order."""

    NOWHERE = 0
    """Visitors and deactivated accounts have no webhooks."""
    INTERNET = 1
    """Members and moderators: the strict rules, whatever the profile of the site."""
    SITE = 2
    """Admins and the command line: also `LOCAL_HOSTS`."""


async def find_policy(session: Session, *, settings: Settings, owner: str | None) -> Policy | None:
    """Return the rules for the webhooks of an owner, by the role they have now; `None` if they may have none."""
    return _policies(settings)[await _find_reach(session, owner)]


async def check_webhook(
    session: Session, *, settings: Settings, owner: str | None, url: str | None, actor: Visitor | None = None
) -> None:
    """Refuse an address that the webhook of this owner must not have, or that the actor must not set.

    Without an actor the address was set before, or on the command line.
    """
    if not url:
        return
    allowed = await _find_reach(session, owner)
    if actor is not None:
        _check_actor(actor, allowed)
    policy = _policies(settings)[allowed]
    if policy is None:
        raise WebhookNeedsAccount
    try:
        check_url(url, policy)
    except BadAddress as problem:
        raise BadRun(f"The address of the webhook cannot be used. {problem.detail}") from None


def _check_actor(actor: Visitor, allowed: Reach) -> None:
    """The message is sent under the rules for the owner, so nobody sets an address for an owner who may do more."""
    if not actor.is_member:
        raise WebhookNeedsAccount
    if allowed is not Reach.SITE:
        return
    if actor.kind is not AccountKind.ADMIN:
        raise WebhookForAdmins
    if Scope.ADMIN not in actor.scopes:
        raise NeedsScope(f"It lacks the scope `{Scope.ADMIN}`, which tokens of admins need to set a webhook.")


def _policies(settings: Settings) -> dict[Reach, Policy | None]:
    return {Reach.NOWHERE: None, Reach.INTERNET: STRICT, Reach.SITE: read_policy(settings)}


async def _find_reach(session: Session, owner: str | None) -> Reach:
    if owner is None:
        return Reach.SITE
    status = await find_account_status(session, account_id=owner)
    if status is None or status.blocked or status.kind is AccountKind.VISITOR:
        return Reach.NOWHERE
    return Reach.SITE if status.kind is AccountKind.ADMIN else Reach.INTERNET
