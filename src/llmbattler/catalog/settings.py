"""The settings about models, keys and alerts."""

from pathlib import Path

from pydantic import Field, SecretStr, model_validator

from llmbattler.core.settings import Profile, SettingsGroup


class CatalogSettings(SettingsGroup):
    models_file: Path | None = Field(
        None, description="The catalog file. Default: `models.yaml` in the current folder, then in DATA_DIR."
    )
    discovery: bool = Field(True, description="Look for local model servers and provider keys at start.")
    discovery_ask: bool | None = Field(
        None, description="Discovered models must be enabled by an admin. Default: no, except in the profile `public`."
    )
    embedded_model: Path | None = Field(None, description="A GGUF file to serve instead of the built-in SmolLM2.")
    openai_api_key: SecretStr | None = Field(None, description="API key for OpenAI. Offers its models.")
    anthropic_api_key: SecretStr | None = Field(None, description="API key for Anthropic. Offers its models.")
    gemini_api_key: SecretStr | None = Field(None, description="API key for Google Gemini. Offers its models.")
    groq_api_key: SecretStr | None = Field(None, description="API key for Groq. Offers the models it hosts.")
    mistral_api_key: SecretStr | None = Field(None, description="API key for Mistral. Offers its models.")
    openrouter_api_key: SecretStr | None = Field(
        None, description="API key for OpenRouter. Offers the models it hosts."
    )
    alert_webhook_url: SecretStr | None = Field(
        None,
        description="Alerts are sent to this address as JSON, such as `https://hooks.example.org/…`. Empty: none.",
    )
    alert_webhook_secret: SecretStr | None = Field(
        None, description="Secret with which requests to ALERT_WEBHOOK_URL are signed (HMAC-SHA256)."
    )

    @model_validator(mode="before")
    @classmethod
    def _by_profile(cls, values: dict[str, object]) -> dict[str, object]:
        if values.get("discovery_ask") is None:
            values["discovery_ask"] = str(values.get("profile") or "") == Profile.PUBLIC
        return values
