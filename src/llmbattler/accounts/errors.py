"""Failures of accounts, sign-ins and tokens."""

from llmbattler.core.errors import Conflict, Forbidden, Invalid, Limited, NotFound, Unauthenticated


class SignedOut(Unauthenticated):
    """You are signed out. Sign in again."""


class BadToken(Unauthenticated):
    """This token is not valid here: it is wrong, has expired, or was revoked."""


class WrongPassword(Unauthenticated):
    """The email address or the password is wrong."""


class TooManyGuesses(Limited):
    """Too many sign-in attempts. Please wait."""


class NeedsSignIn(Unauthenticated):
    """You need to sign in for this."""


class RoleTooLow(Forbidden):
    """Your role does not allow this."""


class NeedsScope(Forbidden):
    """This token does not have the required scope."""


class Blocked(Forbidden):
    """A moderator has blocked you on this site."""


class SignUpClosed(Forbidden):
    """Sign-up is closed. Ask an admin for an invitation."""


class BadInvitation(Invalid):
    """This invitation is invalid, used up or expired."""


class WeakPassword(Invalid):
    """Choose a password that is harder to guess."""


class BadLink(Invalid):
    """This link is no longer valid. Request a new one."""


class PersonNotFound(NotFound):
    """This person does not exist."""


class UnknownKind(NotFound):
    """No slice registers objects of this kind."""


class SignInNotFound(NotFound):
    """This sign-in does not exist."""


class TokenNotFound(NotFound):
    """This token does not exist."""


class InvitationNotFound(NotFound):
    """This invitation does not exist."""


class EmailTaken(Conflict):
    """This email address is already in use."""


class LastAdmin(Conflict):
    """This is the last admin. Make somebody else an admin first."""


class TooManyTokens(Conflict):
    """You have reached the maximum number of tokens. Revoke one first."""
