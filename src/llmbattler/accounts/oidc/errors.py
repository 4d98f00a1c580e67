"""Failures of the company sign-in. The last part of each name is shown on the sign-in page."""

from llmbattler.core.errors import AppError, Conflict, Forbidden, Invalid, NotFound, Unavailable

from ..errors import Blocked


class NoCompany(NotFound):
    """This site has no company log-in."""


class StrangeAnswer(Invalid):
    """This sign-in was not started in this browser, or too long ago; please start again."""


class NotSignedIn(Forbidden):
    """The company's log-in did not let you in."""


class BadIdToken(Invalid):
    """What the company's log-in says about you cannot be trusted."""


class ProviderDown(Unavailable):
    """The company's log-in does not answer; please try again shortly."""


class NotOfCompany(Forbidden):
    """Your e-mail address does not belong to a domain that may come in here."""


class EmailNotVerified(Forbidden):
    """The company's log-in has not verified your e-mail address."""


class AccountClosed(Forbidden):
    """Your account here is closed; ask an admin."""


class SomebodyElses(Conflict):
    """Your e-mail address belongs to another account of this site; ask an admin."""


PROBLEMS: dict[type[AppError], str] = {
    NoCompany: "no-company",
    StrangeAnswer: "strange-answer",
    NotSignedIn: "not-signed-in",
    BadIdToken: "bad-id-token",
    ProviderDown: "provider-down",
    Blocked: "blocked",
    NotOfCompany: "not-of-company",
    EmailNotVerified: "email-not-verified",
    AccountClosed: "account-closed",
    SomebodyElses: "somebody-elses",
}
"""What `/sign-in?problem=…` says."""
