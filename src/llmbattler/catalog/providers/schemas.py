"""Providers and keys over the wire. A key is accepted and never returned, except its last four characters."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, Field, SecretStr, StringConstraints, model_validator

from ..model_names import OneLine
from ..storable import Storable
from .key_encryption import KeyState

LONGEST_NAME = 80
ProviderId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]{0,39}$")]
ProviderName = Annotated[
    str, StringConstraints(min_length=1, max_length=LONGEST_NAME, strip_whitespace=True, pattern=r"^[^\x00-\x1f]+$")
]
BaseUrl = Annotated[str, StringConstraints(min_length=1, max_length=500)]
SHORTEST_KEY = 8
Key = Annotated[
    SecretStr, Field(min_length=SHORTEST_KEY, max_length=4000, description="Stored encrypted and never shown again.")
]


class Verdict(StrEnum):
    """The result of a connection check; never what the server answered."""

    OK = "ok"
    BAD_KEY = "bad_key"
    KEY_UNREADABLE = "key_unreadable"
    ADDRESS_REFUSED = "address_refused"
    NO_ANSWER = "no_answer"
    TIMED_OUT = "timed_out"
    NOT_UNDERSTOOD = "not_understood"
    NO_MODELS = "no_models"
    NO_SUCH_MODEL = "no_such_model"
    CALL_REFUSED = "call_refused"
    LIMITED = "limited"
    BUSY = "busy"


class ProviderIn(Storable):
    provider_id: ProviderId | None = Field(None, description="Default: derived from the name.")
    name: ProviderName
    connector: str = Field("openai", max_length=40)
    base_url: BaseUrl
    own_keys: bool = Field(True, description="Members may store their own keys for it.")
    key: Key | None = None


class ProviderChange(Storable):
    """Fields that are left out stay as they are."""

    name: ProviderName | None = None
    connector: str | None = Field(None, max_length=40)
    base_url: BaseUrl | None = None
    own_keys: bool | None = None
    key: Key | None = Field(None, description="Needed when scheme, host or port of the address change.")

    @model_validator(mode="after")
    def _something(self) -> Self:
        if all(value is None for value in (self.name, self.connector, self.base_url, self.own_keys, self.key)):
            raise ValueError("changes nothing")
        return self


class KeyIn(Storable):
    key: Key


class ConnectionIn(Storable):
    """An address to check before it is saved."""

    connector: str = Field("openai", max_length=40)
    base_url: BaseUrl
    key: Key | None = None
    model: OneLine | None = Field(None, description="The model to ask. Default: a cheap one of those that are listed.")


class ConnectionChange(Storable):
    """Check a provider as it is, or with these changes."""

    connector: str | None = Field(None, max_length=40)
    base_url: BaseUrl | None = None
    key: Key | None = Field(None, description="Needed when scheme, host or port differ from the stored ones.")
    model: OneLine | None = Field(None, description="The model to ask. Default: a cheap one of those that are listed.")


class VerdictOut(BaseModel):
    result: Verdict
    message: str
    models: int | None = Field(None, description="How many chat models the server lists.")
    answer_ms: int | None = Field(None, description="How long one of them took to answer a short question.")


class ProviderOut(BaseModel):
    provider_id: str
    name: str
    connector: str
    base_url: str
    origin: str = Field(description="Scheme, host and port, to which its keys are bound.")
    own_keys: bool
    has_key: bool
    key_hint: str | None = Field(description="The last characters of the site's key.")
    key_state: KeyState
    key_set_at: datetime | None
    key_last_used_at: datetime | None
    models: int = Field(description="Models that use it and are not retired.")
    members_keys: int
    created_at: datetime


class ProvidersOut(BaseModel):
    providers: list[ProviderOut]
    connectors: list[str] = Field(description="Allowed values of `connector`.")
    master_key: bool = Field(description="False: this site cannot store keys until MASTER_KEY is set.")


class OwnKeyOut(BaseModel):
    provider_id: str
    provider_name: str
    origin: str = Field(description="The only address to which the key is sent.")
    has_key: bool
    key_hint: str | None
    key_state: KeyState
    key_set_at: datetime | None
    key_last_used_at: datetime | None


class OwnKeysOut(BaseModel):
    keys: list[OwnKeyOut]
