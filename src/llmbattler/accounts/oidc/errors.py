"""Failures of company login."""

from llmbattler.core.errors import AppError, Conflict, Forbidden, Invalid, NotFound, Unavailable

from ..errors import Blocked


class NoCompany(NotFound):
    """This site has no company login."""


class UnknownLogin(Invalid):
    """This sign-in was not started in this browser, or too long ago. Please start again."""


class NotSignedIn(Forbidden):
    """Your company login was not completed."""


class BadIdToken(Invalid):
    """The response of your company login is not valid."""


class ProviderDown(Unavailable):
    """Your company login does not respond. Try again shortly."""


class DomainNotAllowed(Forbidden):
    """Your email domain is not allowed on this site."""


class EmailNotVerified(Forbidden):
    """Your company login has not verified your email address."""


class AccountClosed(Forbidden):
    """Your account is deactivated. Ask an admin."""


class EmailOfOtherAccount(Conflict):
    """Your email address belongs to another account on this site. Ask an admin."""


PROBLEMS: dict[type[AppError], str] = {
    NoCompany: "no-company",
    UnknownLogin: "strange-answer",
    NotSignedIn: "not-signed-in",
    BadIdToken: "bad-id-token",
    ProviderDown: "provider-down",
    Blocked: "blocked",
    DomainNotAllowed: "not-of-company",
    EmailNotVerified: "email-not-verified",
    AccountClosed: "account-closed",
    EmailOfOtherAccount: "somebody-elses",
}
"""The value of `problem` in `/sign-in?problem=…`."""
