"""The setting of the toy slice."""

from pydantic import Field

from llmbattler.core.settings import SettingsGroup


class ToySettings(SettingsGroup):
    toy_color: str = Field("red", description="The color of new toys.")
    toy_size: int = Field(1, description="The size of new toys.")
