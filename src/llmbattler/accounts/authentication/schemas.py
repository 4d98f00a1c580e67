"""Request and response bodies of signing in."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr

from ..models import AccountKind, Scope
from ..passwords import LONGEST


def _tidy_email(value: str) -> str:
    """Lowercase the address. Whether it exists is for the mail server to say."""
    tidy = value.strip().lower()
    name, _, host = tidy.rpartition("@")
    if not name or "." not in host.strip(".") or any(letter.isspace() or not letter.isprintable() for letter in tidy):
        raise ValueError("enter an email address such as you@example.org")
    return tidy


def _tidy_name(value: str) -> str:
    tidy = " ".join(value.split())
    if not tidy.isprintable():
        raise ValueError("a name has only letters that can be seen")
    return tidy


Email = Annotated[str, Field(min_length=3, max_length=254), AfterValidator(_tidy_email)]
Name = Annotated[str, Field(max_length=60), AfterValidator(_tidy_name)]
Password = Annotated[SecretStr, Field(min_length=1, max_length=LONGEST)]
Secret = Annotated[SecretStr, Field(min_length=16, max_length=100)]


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SignUpIn(_In):
    email: Email
    password: Password
    name: Name = ""
    invitation: Secret | None = None


class SignInIn(_In):
    email: Email
    password: Password


class SetupIn(_In):
    secret: Secret
    email: Email
    password: Password
    name: Name = ""


class ResetRequestIn(_In):
    email: Email


class ResetIn(_In):
    secret: Secret
    password: Password


class InvitationIn(_In):
    invitation: Secret


class InvitationOut(BaseModel):
    kind: AccountKind
    note: str
    expires_at: datetime


class RefreshIn(_In):
    refresh_token: Secret


class TokensOut(BaseModel):
    """`access_token` goes into `Authorization: Bearer …`; the refresh token works once and comes back new."""

    access_token: str
    refresh_token: str
    token_type: Literal["Bearer"] = "Bearer"  # noqa: S105 - the word of the standard
    expires_in: int


class AcceptedOut(BaseModel):
    """The same answer whether or not the person is known."""

    accepted: Literal[True] = True


class MeOut(BaseModel):
    """Who you are, and how to sign up or sign in."""

    account_id: str | None
    kind: AccountKind
    name: str
    email: str | None
    scopes: list[Scope]
    has_password: bool
    sign_up: Literal["open", "invitation", "closed"]
    needs_setup: bool
    """No admin exists yet: the link for the first one is on the terminal."""
    company: str | None
    """The label of the company login button, if there is one."""
    mail: bool
    """Whether links for a new password are sent by mail."""
