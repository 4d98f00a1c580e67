"""The settings about model servers."""

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

from llmbattler.core.outbound import Policy, make_policy
from llmbattler.core.settings import Settings, SettingsGroup

SERVERS = ("ollama_base_url", "lm_studio_base_url", "vllm_base_url", "llama_cpp_base_url")


def add_version(base_url: str) -> str:
    """Add `/v1` to an address of an OpenAI-compatible server that has no path: people leave it out."""
    try:
        bare = urlsplit(base_url.strip()).path in {"", "/"}
    except ValueError:
        return base_url
    return f"{base_url.strip().rstrip('/')}/v1" if base_url.strip() and bare else base_url


ServerUrl = Annotated[str, AfterValidator(add_version)]


class ConnectorSettings(SettingsGroup):
    ollama_base_url: ServerUrl = Field("http://127.0.0.1:11434/v1", description="Where discovery looks for Ollama.")
    lm_studio_base_url: ServerUrl = Field(
        "http://127.0.0.1:1234/v1", description="Where discovery looks for LM Studio."
    )
    vllm_base_url: ServerUrl = Field("http://127.0.0.1:8000/v1", description="Where discovery looks for vLLM.")
    llama_cpp_base_url: ServerUrl = Field(
        "http://127.0.0.1:8080/v1", description="Where discovery looks for llama.cpp."
    )
    model_connect_timeout: float = Field(5, gt=0, description="Seconds to reach a model server.")
    model_first_token_timeout: float = Field(60, gt=0, description="Seconds until the first token of an answer.")
    model_idle_timeout: float = Field(30, gt=0, description="Seconds that a model may pause within an answer.")
    model_total_timeout: float = Field(600, gt=0, description="Seconds that a whole answer may take.")
    model_answer_limit: int = Field(1_000_000, ge=1000, description="Characters after which an answer is cut off.")

    @property
    def given_base_urls(self) -> tuple[str, ...]:
        """The addresses of model servers that were set explicitly; they need no other permission."""
        return tuple(getattr(self, name) for name in SERVERS if name in self.model_fields_set)


def read_policy(settings: Settings) -> Policy:
    """The rules for addresses from admins, the settings and the catalog file."""
    return make_policy(settings.local_hosts, urls=settings.of(ConnectorSettings).given_base_urls)
