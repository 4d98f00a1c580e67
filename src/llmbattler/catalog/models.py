"""The tables of the catalog, and the enums stored in them."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, Index, Numeric, String, Uuid, func, text
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, by_month, enum_text, now_column, refers_to
from llmbattler.core.ids import uuid7


class ModelStatus(StrEnum):
    ACTIVE = "active"
    PAUSED = "paused"
    RETIRED = "retired"


class Source(StrEnum):
    """Where this model comes from: the catalog file, discovery, the package itself, or an admin."""

    FILE = "file"
    DISCOVERED = "discovered"
    EMBEDDED = "embedded"
    MANUAL = "manual"


class PlaceKind(StrEnum):
    EMBEDDED = "embedded"
    LOCAL = "local"
    CLOUD = "cloud"


class PriceSource(StrEnum):
    FILE = "file"
    LISTED = "listed"
    """From the price list of the package `genai-prices`."""
    FREE = "free"


class HealthState(StrEnum):
    HEALTHY = "healthy"
    DEGRADED = "degraded"
    DOWN = "down"
    UNKNOWN = "unknown"


class Model(Base):
    __tablename__ = "models"

    model_id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    connector: Mapped[str]
    model: Mapped[str]
    base_url: Mapped[str]
    """For a model with a provider: a copy of the provider's address."""
    api_key_env: Mapped[str | None]
    provider_id: Mapped[str | None] = refers_to("providers.provider_id", index=True)
    organization: Mapped[str | None]
    license: Mapped[str | None]
    description: Mapped[str | None]
    status: Mapped[ModelStatus] = mapped_column(enum_text(ModelStatus))
    note: Mapped[str | None]
    """Why it is paused or retired, for admins."""
    source: Mapped[Source] = mapped_column(enum_text(Source))
    place: Mapped[PlaceKind] = mapped_column(enum_text(PlaceKind))
    vision: Mapped[bool]
    tools: Mapped[bool]
    reasoning: Mapped[bool]
    context_length: Mapped[int | None]
    input_price: Mapped[Decimal | None] = mapped_column(Numeric(14, 6))
    """USD per million tokens; null when unknown."""
    output_price: Mapped[Decimal | None] = mapped_column(Numeric(14, 6))
    price_source: Mapped[PriceSource | None] = mapped_column(enum_text(PriceSource))
    params: Mapped[dict[str, Any]]
    system_prompt: Mapped[str | None]
    weight: Mapped[float] = mapped_column(server_default=text("1"))
    held: Mapped[list[str]] = mapped_column(server_default=text("'{}'"))
    """Columns that an admin set; catalog file and discovery no longer change them."""
    created_at: Mapped[datetime] = now_column()
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now(), onupdate=func.now())
    retired_at: Mapped[datetime | None]


class FoundModel(Base):
    """A model that discovery found and that waits until an admin accepts it."""

    __tablename__ = "found_models"

    model_id: Mapped[str] = mapped_column(primary_key=True)
    provider_id: Mapped[str | None] = refers_to("providers.provider_id")
    facts: Mapped[dict[str, Any]]
    """Everything known about it, as `OfferedModel` has it."""
    found_at: Mapped[datetime] = now_column()
    ignored_at: Mapped[datetime | None]
    """When an admin ignored it; finding it again changes nothing."""


class Provider(Base):
    """A model server that an admin added: its address, and the connector to call it with."""

    __tablename__ = "providers"

    provider_id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    connector: Mapped[str]
    base_url: Mapped[str]
    own_keys: Mapped[bool]
    """Members may store their own keys for it."""
    created_by: Mapped[str]
    created_at: Mapped[datetime] = now_column()
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now(), onupdate=func.now())


class ProviderKey(Base):
    """An encrypted key. It decrypts only in this row and for this origin."""

    __tablename__ = "provider_keys"
    __table_args__ = (Index(None, "provider_id", "owner", unique=True, postgresql_nulls_not_distinct=True),)

    key_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    provider_id: Mapped[str] = refers_to("providers.provider_id")
    owner: Mapped[str | None] = mapped_column(index=True)
    """The member who owns it; null for the site's key."""
    ciphertext: Mapped[bytes]
    nonce: Mapped[bytes]
    master_key_id: Mapped[str]
    origin: Mapped[str]
    """The scheme, host and port for which it was entered."""
    hint: Mapped[str]
    """The last characters, so that people can tell keys apart."""
    created_by: Mapped[str]
    created_at: Mapped[datetime] = now_column()
    last_used_at: Mapped[datetime | None]


class ModelHealth(Base):
    """One row for each change of health, never updated."""

    __tablename__ = "model_health"
    __table_args__ = (Index(None, "model_id", "changed_at"),)

    change_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    model_id: Mapped[str] = refers_to("models.model_id")
    state: Mapped[HealthState] = mapped_column(enum_text(HealthState))
    reason: Mapped[str | None]
    """The kind of failure."""
    report: Mapped[str | None]
    """The status and the words of the provider, for admins."""
    first: Mapped[bool]
    """The first state of a model, which is public at once; later changes are shown with a delay."""
    changed_at: Mapped[datetime] = mapped_column(server_default=func.clock_timestamp())


class ModelCall(Base):
    """The only ledger of model calls. Rows are added and never changed."""

    __tablename__ = "model_calls"
    __table_args__ = (
        Index(None, "model_id", "created_at"),
        Index(None, "created_at"),
        Index(
            "ix_model_calls_contestant",
            "contestant_id",
            "created_at",
            postgresql_where=text("contestant_id IS NOT NULL"),
        ),
        Index(
            "ix_model_calls_answering",
            "model_id",
            "created_at",
            postgresql_where=text("answering_model IS NOT NULL"),
        ),
        by_month("call_id"),
    )

    call_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    caller: Mapped[str | None]
    """The account or visitor who asked."""
    purpose: Mapped[str] = mapped_column(String(20))
    """A name that a slice declares in its manifest."""
    purpose_id: Mapped[str | None]
    """The battle, run or debate."""
    model_id: Mapped[str] = refers_to("models.model_id")
    input_tokens: Mapped[int | None] = mapped_column(BigInteger)
    output_tokens: Mapped[int | None] = mapped_column(BigInteger)
    cached_tokens: Mapped[int | None] = mapped_column(BigInteger)
    estimated: Mapped[bool]
    """The provider did not count the tokens; they are estimated from the number of characters."""
    cost_micro_usd: Mapped[int | None] = mapped_column(BigInteger)
    first_token_ms: Mapped[int | None]
    total_ms: Mapped[int]
    attempts: Mapped[int]
    outcome: Mapped[str]
    """`ok`, `cancelled`, or the kind of failure."""
    own_key: Mapped[bool] = mapped_column(server_default=text("false"))
    """The caller's own key was used, so no budget of the site counts it."""
    parent_id: Mapped[UUID | None] = mapped_column(Uuid)
    """Shared by the calls that one answer of a contestant took, where it takes several."""
    contestant_id: Mapped[str | None]
    """The contestant on whose behalf the model was called, where that is not the model itself."""
    answering_model: Mapped[str | None]
    """The model that answered, as the server names it, where it is another one than was asked for. For admins only."""
    created_at: Mapped[datetime] = now_column()
