"""Failures of accounts, sign-ins and tokens."""

from llmbattler.core.errors import Conflict, Forbidden, Invalid, Limited, NotFound, Unauthenticated


class SignedOut(Unauthenticated):
    """You are signed out; sign in again."""


class BadToken(Unauthenticated):
    """This token is not valid here: it is wrong, has expired, or was revoked."""


class WrongPassword(Unauthenticated):
    """The e-mail address or the password is wrong."""


class TooManyGuesses(Limited):
    """Too many tries to sign in; please wait."""


class NeedsSignIn(Unauthenticated):
    """You need to sign in for this."""


class RoleTooLow(Forbidden):
    """Your role does not allow this."""


class NeedsScope(Forbidden):
    """This token may not be used for that."""


class Blocked(Forbidden):
    """A moderator has blocked you on this site."""


class SignUpClosed(Forbidden):
    """Sign-up is closed; ask an admin for an invitation."""


class BadInvitation(Invalid):
    """This invitation is unknown, used up or has expired."""


class WeakPassword(Invalid):
    """Choose a password that is harder to guess."""


class BadLink(Invalid):
    """This link is no longer valid; ask for a new one."""


class PersonNotFound(NotFound):
    """This site has no such person."""


class SignInNotFound(NotFound):
    """You are not signed in there."""


class TokenNotFound(NotFound):
    """You have no such token."""


class InvitationNotFound(NotFound):
    """There is no such invitation."""


class EmailTaken(Conflict):
    """This e-mail address is already in use."""


class LastAdmin(Conflict):
    """This is the last admin; make another person an admin first."""


class TooManyTokens(Conflict):
    """You have reached the limit for tokens; revoke one first."""
