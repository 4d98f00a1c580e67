"""The tables of accounts, sign-ins, tokens, links, invitations and the audit log."""

from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import Index, String, Uuid, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, enum_text, now_column, refers_to
from llmbattler.core.ids import uuid7


class AccountKind(StrEnum):
    """In ascending order: each may do what the ones before it may."""

    VISITOR = "visitor"
    MEMBER = "member"
    MODERATOR = "moderator"
    ADMIN = "admin"

    @property
    def rank(self) -> int:
        return list(AccountKind).index(self)

    def includes(self, other: "AccountKind") -> bool:
        return self.rank >= other.rank


class Scope(StrEnum):
    """What a personal API token may be used for, within what its owner may do."""

    READ = "read"
    WRITE = "write"
    """Battles, votes, own data."""
    ADMIN = "admin"
    """The admin pages, for moderators and admins."""


class SignInKind(StrEnum):
    BROWSER = "browser"
    PROGRAM = "program"


class LinkPurpose(StrEnum):
    SETUP = "setup"
    RESET = "reset"


class Account(Base):
    """A person. Signing up creates a new id and moves what the visitor owned."""

    __tablename__ = "accounts"

    account_id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[AccountKind] = mapped_column(enum_text(AccountKind))
    name: Mapped[str] = mapped_column(server_default=text("''"))
    email: Mapped[str | None] = mapped_column(unique=True)
    """Lowercase. Visitors have none."""
    password_hash: Mapped[str | None]
    """Absent for people who sign in through their company."""
    oidc_subject: Mapped[str | None] = mapped_column(unique=True)
    """`issuer|subject` of the company login."""
    reset_asked_at: Mapped[datetime | None]
    admin_seen_at: Mapped[datetime | None]
    """When an admin or moderator last saw figures that could reveal the models of a blind battle."""
    deactivated_at: Mapped[datetime | None]
    """Set for a deactivated member or a blocked visitor."""
    created_at: Mapped[datetime] = now_column()
    last_seen_at: Mapped[datetime] = now_column()
    """Accurate to the hour."""


class SignIn(Base):
    """One device or program that somebody is signed in with."""

    __tablename__ = "sign_ins"

    sign_in_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    account_id: Mapped[str] = refers_to("accounts.account_id", index=True)
    kind: Mapped[str] = mapped_column(String(20))
    secret_hash: Mapped[str] = mapped_column(unique=True)
    """Hash of the cookie, or of a program's current refresh token."""
    used_hash: Mapped[str | None] = mapped_column(index=True)
    """Hash of the previous refresh token; using it again means that one of them was stolen."""
    device: Mapped[str]
    address: Mapped[str]
    created_at: Mapped[datetime] = now_column()
    last_seen_at: Mapped[datetime] = now_column()
    expires_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]


class ApiToken(Base):
    __tablename__ = "api_tokens"

    token_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    account_id: Mapped[str] = refers_to("accounts.account_id", index=True)
    name: Mapped[str]
    hint: Mapped[str] = mapped_column(String(20))
    """The first letters, to tell tokens apart."""
    secret_hash: Mapped[str] = mapped_column(unique=True)
    scopes: Mapped[list[str]] = mapped_column(ARRAY(String(20)))
    created_at: Mapped[datetime] = now_column()
    last_used_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class Invitation(Base):
    __tablename__ = "invitations"

    invitation_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    secret_hash: Mapped[str] = mapped_column(unique=True)
    hint: Mapped[str] = mapped_column(String(20))
    kind: Mapped[AccountKind] = mapped_column(enum_text(AccountKind))
    """The role of people who accept it."""
    note: Mapped[str] = mapped_column(server_default=text("''"))
    created_by: Mapped[str]
    places: Mapped[int]
    """How many people may use it."""
    taken: Mapped[int] = mapped_column(server_default=text("0"))
    created_at: Mapped[datetime] = now_column()
    expires_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]


class OneTimeLink(Base):
    """A link that works once: to create the first admin, or to reset a password."""

    __tablename__ = "one_time_links"

    link_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    purpose: Mapped[str] = mapped_column(String(20))
    account_id: Mapped[str | None] = refers_to("accounts.account_id", index=True)
    secret_hash: Mapped[str] = mapped_column(unique=True)
    created_at: Mapped[datetime] = now_column()
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class Guess(Base):
    """Password guesses, counted in the database before a password is checked, so that limits hold over all replicas."""

    __tablename__ = "guesses"
    __table_args__ = (Index(None, "slot"),)

    key: Mapped[str] = mapped_column(primary_key=True)
    """A keyed hash of account and address."""
    slot: Mapped[datetime] = mapped_column(primary_key=True)
    """The start of the counted time span."""
    count: Mapped[int]


class AuditEntry(Base):
    """Who changed what. A trigger refuses every change and every deletion."""

    __tablename__ = "audit_log"
    __table_args__ = (Index(None, "at"), Index(None, "actor", "at"), Index(None, "subject", "at"))

    entry_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    at: Mapped[datetime] = mapped_column(server_default=func.clock_timestamp())
    actor: Mapped[str]
    """An account, or `command line`, or `site`."""
    action: Mapped[str]
    """`noun.verb`, as in `model.paused`."""
    subject: Mapped[str]
    """The id of what was changed."""
    before: Mapped[dict[str, Any]] = mapped_column(server_default=text("'{}'"))
    after: Mapped[dict[str, Any]] = mapped_column(server_default=text("'{}'"))
