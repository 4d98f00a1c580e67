"""The settings of benchmark runs."""

from pydantic import Field, SecretStr

from llmbattler.core.settings import SettingsGroup


class BenchmarkSettings(SettingsGroup):
    bench_concurrency: int = Field(
        50, ge=1, le=1000, description="Default number of concurrent calls of a run, over all workers."
    )
    huggingface_url: str = Field(
        "https://huggingface.co", description="Where `huggingface` datasets of suites are downloaded from."
    )
    huggingface_token: SecretStr | None = Field(
        None, description="Access token of Hugging Face, for datasets that need permission."
    )
    bench_webhook_secret: SecretStr | None = Field(
        None, description="Secret that signs the messages to webhooks of runs (HMAC-SHA256)."
    )
