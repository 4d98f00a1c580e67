"""Request and response bodies of the settings page."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ..authentication.schemas import Email, Name, Password
from ..models import Scope

LONGEST_DAYS = 366


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ProfileIn(_In):
    """Absent fields stay as they are. A new email address needs the password."""

    name: Name | None = None
    email: Email | None = None
    password: Password | None = None


class PasswordIn(_In):
    current: Password
    new: Password


class LeaveIn(_In):
    """Deleting the account needs the password, where there is one."""

    password: Password | None = None


class SignInOut(BaseModel):
    sign_in_id: UUID
    kind: str
    device: str
    address: str
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime
    current: bool
    """The sign-in of this request."""


class SignInsOut(BaseModel):
    sign_ins: list[SignInOut]


def _once_each(scopes: list[Scope]) -> list[Scope]:
    return sorted(set(scopes))


class TokenIn(_In):
    name: Annotated[str, Field(min_length=1, max_length=60)]
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=10), AfterValidator(_once_each)]
    days: Annotated[int, Field(ge=1, le=LONGEST_DAYS)] | None = 90
    """Until it expires; null: never."""


class TokenOut(BaseModel):
    token_id: UUID
    name: str
    hint: str
    scopes: list[Scope]
    created_at: datetime
    last_used_at: datetime | None
    expires_at: datetime | None


class TokensListOut(BaseModel):
    tokens: list[TokenOut]


class NewTokenOut(TokenOut):
    token: str
    """Shown this once."""
