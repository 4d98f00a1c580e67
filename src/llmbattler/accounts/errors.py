"""What can go wrong with people and what lets them in."""

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


class NotYours(Forbidden):
    """Your role does not allow this."""


class NeedsScope(Forbidden):
    """This token may not be used for that."""


class Blocked(Forbidden):
    """A moderator has closed this site to you."""


class SignUpClosed(Forbidden):
    """Nobody can sign up here; ask an admin for an invitation."""


class BadInvitation(Invalid):
    """This invitation is unknown, used up or has expired."""


class WeakPassword(Invalid):
    """Choose a password that is harder to guess."""


class BadLink(Invalid):
    """This link is not valid any more; ask for a new one."""


class PersonNotFound(NotFound):
    """There is no such person here."""


class SignInNotFound(NotFound):
    """You are not signed in there."""


class TokenNotFound(NotFound):
    """You have no such token."""


class InvitationNotFound(NotFound):
    """There is no such invitation."""


class EmailTaken(Conflict):
    """Somebody has this e-mail address already."""


class LastAdmin(Conflict):
    """This is the last admin; make somebody else one first."""


class TooManyTokens(Conflict):
    """You have as many tokens as one may have; revoke one first."""
