"""The first steps over the wire."""

from enum import StrEnum

from pydantic import BaseModel, Field

from ..presets import PresetGroup
from ..providers.schemas import BaseUrl, Key, ProviderName, VerdictOut
from ..storable import Storable


class Step(StrEnum):
    CONNECT = "connect"
    PICK = "pick"
    BATTLE = "battle"
    DONE = "done"


class PresetOut(BaseModel):
    preset_id: str
    name: str
    detail: str
    group: PresetGroup
    connector: str
    base_url: str = Field(description="The usual address; empty where there is none.")
    key_page: str | None = Field(description="Where people make a key.")
    provider_id: str | None = Field(description="The provider that was connected with this preset.")
    enabled: int = Field(description="Models at this address that battles may draw.")
    waiting: int = Field(description="Models at this address that can be enabled.")


class OnboardingOut(BaseModel):
    step: Step = Field(description="The first step that is not done yet. Derived from the data of the site.")
    presets: list[PresetOut]
    enabled: int = Field(description="Active models other than the built-in one.")
    waiting: int = Field(description="Found models that can be enabled.")
    can_store_keys: bool = Field(description="False: this site cannot store keys until MASTER_KEY is set.")


class ConnectIn(Storable):
    preset_id: str = Field(max_length=40)
    name: ProviderName | None = Field(None, description="Default: the name of the preset.")
    base_url: BaseUrl | None = Field(None, description="Default: the address of the preset.")
    key: Key | None = None


class ConnectOut(BaseModel):
    verdict: VerdictOut
    provider_id: str | None = Field(description="Null when the check failed; nothing was stored then.")
