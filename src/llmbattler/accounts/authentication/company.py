"""Who must come through the company's log-in: their passwords do not count here, and cannot be set."""

from llmbattler.core.errors import Forbidden
from llmbattler.core.settings import Settings

from ..settings import AccountSettings


class UseCompany(Forbidden):
    """People with this e-mail domain sign in through their company."""


def belongs_to_company(settings: Settings, email: str | None) -> bool:
    """True for exactly the domains that are listed: neither their subdomains nor names that look like them."""
    return email is not None and email.rpartition("@")[2].lower() in settings.of(AccountSettings).oidc_domains


def refuse_company(settings: Settings, email: str | None) -> None:
    """Refuse what only people with a password may do. Says nothing about who has an account."""
    if belongs_to_company(settings, email):
        raise UseCompany
