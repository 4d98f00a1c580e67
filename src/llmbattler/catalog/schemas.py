"""Models over the wire, for everybody. Addresses, keys, parameters and system prompts are left out."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from .models import HealthState, ModelStatus, PlaceKind


class AbilitiesOut(BaseModel):
    model_config = ConfigDict(title="Abilities")

    vision: bool
    tools: bool
    reasoning: bool


class PriceOut(BaseModel):
    model_config = ConfigDict(title="Price")

    input_per_million: float
    output_per_million: float
    currency: Literal["USD"] = "USD"


class ModelOut(BaseModel):
    model_id: str
    model_name: str
    organization: str | None
    license: str | None
    description: str | None
    status: ModelStatus
    health: HealthState
    health_since: datetime | None
    health_note: str = Field(description="How late changes of health are shown, and why.")
    abilities: AbilitiesOut
    context_length: int | None
    price: PriceOut | None = Field(description="Null when unknown; zero on your own hardware.")
    place: PlaceKind


class ModelsMetadata(BaseModel):
    total_models: int


class ModelsOut(BaseModel):
    models: list[ModelOut]
    metadata: ModelsMetadata


class UsageOut(BaseModel):
    """Recent speed and cost of a model. Blind battles are added after midnight UTC, twenty calls at a time."""

    calls: int
    median_first_token_ms: int | None
    tokens_per_second: float | None
    mean_cost_usd: float | None = Field(description="Of one answer; null when the price is unknown.")
    mean_output_tokens: int | None
