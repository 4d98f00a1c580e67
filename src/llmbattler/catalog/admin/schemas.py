"""Models as admins see and change them."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from llmbattler.core.integers import LARGEST_INTEGER

from ..model_names import OneLine
from ..models import HealthState, ModelStatus, PlaceKind, PriceSource, Source
from ..models_file import ParamsEntry, PricesEntry
from ..providers.schemas import ProviderId
from ..schemas import AbilitiesOut, PriceOut
from ..storable import Storable

LONGEST_FILE = 1_000_000
MOST_ACCEPTED = 1000
ModelId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$")]
Ability = Literal["vision", "tools", "reasoning"]
Weight = Annotated[
    float, Field(ge=0, le=1000, allow_inf_nan=False, description="How often it is drawn, relative to the others.")
]


class AdminModelIn(Storable):
    model_id: ModelId = Field(description="Stable name in addresses, votes and exports; never reused.")
    provider_id: ProviderId
    model: OneLine | None = Field(None, description="The name of the model at the provider. Default: the id.")
    name: OneLine | None = None
    organization: OneLine | None = None
    license: OneLine | None = None
    description: Annotated[str, Field(max_length=2000)] | None = None
    abilities: list[Ability] = Field(default_factory=list, max_length=3)
    context_length: int | None = Field(None, ge=1, le=LARGEST_INTEGER)
    prices: PricesEntry | None = None
    params: ParamsEntry = Field(default_factory=ParamsEntry)
    system_prompt: Annotated[str, Field(max_length=100_000)] | None = None
    weight: Weight = 1.0
    paused: bool = Field(False, description="Add it without drawing it for battles yet.")


class AdminModelChange(Storable):
    """Fields that are left out stay as they are; null empties a field that may be empty."""

    model: OneLine | None = Field(None, description="Only before its first answer.")
    provider_id: ProviderId | None = Field(None, description="Only before its first answer.")
    name: OneLine | None = None
    organization: OneLine | None = None
    license: OneLine | None = None
    description: Annotated[str, Field(max_length=2000)] | None = None
    abilities: list[Ability] | None = Field(None, max_length=3)
    context_length: int | None = Field(None, ge=1, le=LARGEST_INTEGER)
    prices: PricesEntry | None = Field(None, description="Null: use the price list.")
    params: ParamsEntry | None = None
    system_prompt: Annotated[str, Field(max_length=100_000)] | None = None
    weight: Weight | None = None


class NoteIn(Storable):
    note: Annotated[str, Field(max_length=300)] | None = Field(None, description="Why, for other admins.")


class WeightIn(Storable):
    weight: Weight


class AdminModelOut(BaseModel):
    model_id: str
    model_name: str
    status: ModelStatus
    note: str | None
    source: Source
    place: PlaceKind
    provider_id: str | None
    connector: str
    model: str
    base_url: str
    api_key_env: str | None
    organization: str | None
    license: str | None
    description: str | None
    abilities: AbilitiesOut
    context_length: int | None
    price: PriceOut | None
    price_source: PriceSource | None
    params: dict[str, Any]
    system_prompt: str | None
    weight: float
    held: list[str] = Field(
        description="Fields that were set in the admin area, so that catalog file and discovery no longer change them."
    )
    health: HealthState
    health_reason: str | None = Field(description="The kind of failure.")
    health_cause: str | None = Field(description="The failure in a sentence.")
    health_report: str | None = Field(description="The status and the words of the provider.")
    health_since: datetime | None
    answered_by: str | None = Field(
        description="The model that the server named instead of the one it was asked for, in the last week."
    )
    answered_by_at: datetime | None
    created_at: datetime
    updated_at: datetime
    retired_at: datetime | None


class AdminModelsOut(BaseModel):
    models: list[AdminModelOut]


class ModelVerdictOut(BaseModel):
    result: str = Field(description="`ok`, or the kind of failure.")
    message: str
    report: str | None = Field(description="The status and the words of the provider, if it failed.")
    first_token_ms: int | None
    total_ms: int
    answered_by: str | None = Field(description="The model that the server named instead of the one it was asked for.")


class FoundModelOut(BaseModel):
    model_id: str
    model_name: str
    model: str
    connector: str
    base_url: str
    place: PlaceKind
    provider_id: str | None
    organization: str | None
    abilities: AbilitiesOut
    context_length: int | None
    price: PriceOut | None
    found_at: datetime
    released_at: datetime | None = Field(description="When the provider published it, if the provider says so.")
    ignored: bool


class FoundModelsOut(BaseModel):
    models: list[FoundModelOut]
    ask: bool = Field(description="Whether all found models wait here, or only those of providers of the admin area.")


class AcceptIn(Storable):
    models: Annotated[list[ModelId], Field(min_length=1, max_length=MOST_ACCEPTED)]


class AcceptedOut(BaseModel):
    accepted: list[str]


class DiscoveryTargetOut(BaseModel):
    name: str
    base_url: str
    found: int
    problem: str | None = Field(description="The kind of failure, if the server could not be asked.")


class DiscoveryOut(BaseModel):
    spots: list[DiscoveryTargetOut]
    warnings: list[str]
    added: list[str]
    changed: list[str]
    retired: list[str]
    waiting: list[str]


class CatalogTextIn(Storable):
    content: Annotated[str, Field(max_length=LONGEST_FILE)] = Field(description="The text of a models.yaml.")
    dry_run: bool = Field(True, description="Only list what would change.")


class ChangedModelOut(BaseModel):
    model_id: str
    before: dict[str, Any]
    after: dict[str, Any]


class ImportOut(BaseModel):
    dry_run: bool
    added: list[str] = Field(default_factory=list)
    changed: list[ChangedModelOut] = Field(default_factory=list)
    unchanged: list[str] = Field(default_factory=list)
    providers_added: list[str] = Field(default_factory=list)
    warnings: list[str] = Field(default_factory=list)
    problems: list[str] = Field(default_factory=list, description="With any of these nothing is imported.")
