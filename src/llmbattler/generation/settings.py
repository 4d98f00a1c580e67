"""The settings of generation."""

from pydantic import Field

from llmbattler.core.settings import SettingsGroup


class GenerationSettings(SettingsGroup):
    bench_cache_days: int = Field(
        90, ge=1, le=3650, description="Days for which runs reuse a cached answer before they ask the model again."
    )
