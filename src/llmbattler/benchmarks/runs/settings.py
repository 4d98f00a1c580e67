"""The settings of benchmark runs."""

from pydantic import Field, SecretStr

from llmbattler.core.settings import SettingsGroup


class BenchmarkSettings(SettingsGroup):
    bench_concurrency: int = Field(
        50, ge=1, le=1000, description="Default number of concurrent calls of a run, over all workers."
    )
    bench_webhook_secret: SecretStr | None = Field(
        None, description="Secret that signs the messages to webhooks of runs (HMAC-SHA256)."
    )
