"""Request and response bodies of managing people."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from llmbattler.core.cursors import CursorText

from ..authentication.schemas import Email, Name
from ..models import AccountKind

PAGE = 50
Role = Literal[AccountKind.MEMBER, AccountKind.MODERATOR, AccountKind.ADMIN]


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PeopleIn(_In):
    """Whom to list. Visitors are listed only when asked for."""

    q: Annotated[str, Field(max_length=100)] = ""
    kind: AccountKind | None = None
    deactivated: bool | None = None
    cursor: CursorText | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = PAGE


class PersonOut(BaseModel):
    account_id: str
    kind: AccountKind
    name: str
    email: str | None
    company: bool
    """Signs in through the company."""
    reset_asked_at: datetime | None
    deactivated_at: datetime | None
    created_at: datetime
    last_seen_at: datetime
    sign_ins: int


class PeopleOut(BaseModel):
    people: list[PersonOut]
    next_cursor: str | None


class PersonIn(_In):
    """Absent fields stay as they are."""

    kind: Role | None = None
    deactivated: bool | None = None
    name: Name | None = None
    email: Email | None = None


class LinkOut(BaseModel):
    """Shown once; pass it on through a channel you trust."""

    link: str
    expires_at: datetime


class NewInvitationIn(_In):
    kind: Role = AccountKind.MEMBER
    note: Annotated[str, Field(max_length=200)] = ""
    places: Annotated[int, Field(ge=1, le=1000)] = 1
    days: Annotated[int, Field(ge=1, le=90)] = 7


class InvitationRowOut(BaseModel):
    invitation_id: UUID
    hint: str
    kind: AccountKind
    note: str
    created_by: str
    places: int
    taken: int
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None


class InvitationsOut(BaseModel):
    invitations: list[InvitationRowOut]


class NewInvitationOut(InvitationRowOut):
    code: str
    """Shown this once."""
    link: str


class AuditIn(_In):
    actor: Annotated[str, Field(max_length=100)] | None = None
    action: Annotated[str, Field(max_length=100)] | None = None
    """The whole word, or its beginning up to a dot: `model.`"""
    subject: Annotated[str, Field(max_length=200)] | None = None
    since: datetime | None = None
    until: datetime | None = None
    cursor: CursorText | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = PAGE


class AuditExportIn(AuditIn):
    format: Literal["csv", "jsonl"] = "csv"


class AuditEntryOut(BaseModel):
    entry_id: UUID
    at: datetime
    actor: str
    actor_name: str
    """The name or email address now; the id where somebody left."""
    action: str
    subject: str
    before: dict[str, Any]
    after: dict[str, Any]


class AuditOut(BaseModel):
    entries: list[AuditEntryOut]
    next_cursor: str | None
