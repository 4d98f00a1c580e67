"""Which people have to sign in through their company; they have no password here."""

from llmbattler.core.errors import Forbidden
from llmbattler.core.settings import Settings

from ..settings import AccountSettings


class UseCompany(Forbidden):
    """People with this email domain must use company login."""


def belongs_to_company(settings: Settings, email: str | None) -> bool:
    """True for the listed domains only, not for their subdomains."""
    return email is not None and email.rpartition("@")[2].lower() in settings.of(AccountSettings).oidc_domains


def refuse_company(settings: Settings, email: str | None) -> None:
    """Refuse what needs a password, without saying who has an account."""
    if belongs_to_company(settings, email):
        raise UseCompany
