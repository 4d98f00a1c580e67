"""Failures of the company sign-in."""

from llmbattler.core.errors import AppError, Conflict, Forbidden, Invalid, NotFound, Unavailable

from ..errors import Blocked


class NoCompany(NotFound):
    """This site has no company sign-in."""


class UnknownLogin(Invalid):
    """This sign-in was not started in this browser, or too long ago; please start again."""


class NotSignedIn(Forbidden):
    """The company's sign-in was not completed."""


class BadIdToken(Invalid):
    """The identity that the company's sign-in sent is not valid."""


class ProviderDown(Unavailable):
    """The company's sign-in does not answer; please try again shortly."""


class DomainNotAllowed(Forbidden):
    """People with your e-mail domain cannot sign in to this site."""


class EmailNotVerified(Forbidden):
    """The company's sign-in has not verified your e-mail address."""


class AccountClosed(Forbidden):
    """Your account is deactivated; ask an admin."""


class EmailOfOtherAccount(Conflict):
    """Your e-mail address belongs to another account of this site; ask an admin."""


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
