"""The settings about benchmark runs."""

from pydantic import Field, SecretStr

from llmbattler.core.settings import SettingsGroup


class BenchmarkSettings(SettingsGroup):
    bench_concurrency: int = Field(
        50, ge=1, le=1000, description="Calls at once of a run that does not say itself, over all workers."
    )
    bench_webhook_secret: SecretStr | None = Field(
        None, description="Signs what is sent to the webhooks of runs (HMAC-SHA256)."
    )
    bench_cache_days: int = Field(
        90, ge=1, le=3650, description="Days after which a run asks a model again instead of taking a kept answer."
    )
