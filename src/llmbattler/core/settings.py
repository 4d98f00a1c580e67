"""Everything that can be configured, read once from the environment and `.env`."""

import os
from collections.abc import Mapping
from enum import StrEnum
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import SplitResult, urlsplit

from dotenv import dotenv_values
from platformdirs import user_data_path
from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from .errors import StartupProblem

OWN_NETWORKS = ("localhost", "127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
"""Where model servers may be on a site that is not public."""
_SERVERS = ("ollama_base_url", "lm_studio_base_url", "vllm_base_url", "llama_cpp_base_url")


class Profile(StrEnum):
    PRIVATE = "private"
    CLASSROOM = "classroom"
    PUBLIC = "public"


class LogFormat(StrEnum):
    AUTO = "auto"
    PRETTY = "pretty"
    JSON = "json"


def default_data_dir() -> Path:
    # PostgreSQL refuses to run as root and then works under a user of its own, which cannot look into /root.
    if os.geteuid() == 0:
        return Path("/var/lib/llmbattler")
    return user_data_path("llmbattler")


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", frozen=True
    )

    # Where it runs
    profile: Profile = Field(
        Profile.PRIVATE, description="Who uses the site: `private`, `classroom` or `public`. Chooses safe defaults."
    )
    host: str = Field("127.0.0.1", description="Address to listen on. `0.0.0.0` opens the site to the network.")
    port: int = Field(8765, ge=0, le=65535, description="Port to listen on. 0 takes any free one.")
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="Host names the site answers to besides localhost, with commas. Empty: HOST; `*` allows all."
    )
    data_dir: Path = Field(
        default_factory=default_data_dir,
        description="Folder for the database, generated secrets, models and files. Root: `/var/lib/llmbattler`.",
    )
    secret_key: SecretStr | None = Field(
        None, description="At least 32 random bytes that sign cookies. Generated and kept in DATA_DIR when absent."
    )
    master_key: SecretStr | None = Field(
        None,
        description="At least 32 random bytes that stored provider keys are encrypted with. Older ones may follow, "
        "with commas. Made and kept in DATA_DIR when absent, except with DATABASE_URL.",
    )
    master_key_file: Path | None = Field(None, description="A file that holds the master key, instead of MASTER_KEY.")
    demo: bool = Field(
        False, description="Every page says that people, models and votes are simulated. Set by `llmbattler demo`."
    )

    # Database
    database_url: SecretStr | None = Field(
        None,
        validation_alias=AliasChoices("DATABASE_URL", "POSTGRES_URI"),
        description="PostgreSQL 16 or newer (`postgresql://…`; also read: POSTGRES_URI). Empty: the embedded one.",
    )
    database_direct_url: SecretStr | None = Field(
        None, description="The same database without the pooler in front; used for LISTEN and migrations."
    )
    database_pool_size: int = Field(10, ge=1, le=200, description="Connections each process keeps at most.")
    database_statement_timeout: float = Field(15, gt=0, description="Seconds after which a query is cut off.")
    database_lock_timeout: float = Field(5, gt=0, description="Seconds a query waits for a lock.")
    database_idle_timeout: float = Field(30, gt=0, description="Seconds a transaction may stand idle.")

    # Server and worker
    worker: bool = Field(True, description="Run the worker inside `llmbattler serve`.")
    worker_concurrency: int = Field(50, ge=1, le=1000, description="Jobs a worker runs at the same time.")
    shutdown_grace: float = Field(10, ge=0, description="Seconds that open streams and jobs get on shutdown.")
    max_body_bytes: int = Field(1_048_576, ge=1024, description="Largest request body in bytes, uploads apart.")
    log_level: str = Field("info", description="`debug`, `info`, `warning` or `error`.")
    log_format: LogFormat = Field(
        LogFormat.AUTO, description="`pretty`, `json`, or `auto`: pretty on a terminal, JSON otherwise."
    )
    docs_open: bool | None = Field(None, description="Show `/docs`. Default: yes, except in the profile `public`.")
    metrics_open: bool | None = Field(
        None, description="Show `/metrics`. Default: yes, except in the profile `public`."
    )

    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Addresses or networks of your own proxies, with commas. Only they are believed.",
    )
    site_url: str | None = Field(
        None,
        description="The address people use, as `https://arena.example.org`; links for others are made from it.",
    )
    sign_up: Literal["open", "invitation", "closed"] | None = Field(
        None,
        description="Who may sign up: `open`, `invitation` or `closed`. Default by profile: open only in `public`.",
    )
    cors_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="Origins of other sites whose pages may call the API with a token, with commas. Empty: none."
    )
    oidc_issuer: str | None = Field(
        None, description="The company's OpenID Connect provider, as `https://login.example.org`. Empty: none."
    )
    oidc_client_id: str | None = Field(None, description="What the provider calls this site.")
    oidc_client_secret: SecretStr | None = Field(
        None, description="The secret that the provider gave with it; public clients have none."
    )
    oidc_name: str = Field("Sign in with your company", description="What the button for it says.")
    oidc_domains: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="E-mail domains whose people must, and alone may, come through the provider, with commas."
    )
    oidc_role: Literal["member", "moderator"] = Field(
        "member", description="What somebody becomes who comes through the provider for the first time."
    )
    smtp_url: SecretStr | None = Field(
        None,
        description="Mail server for links to a new password: `smtp://user:password@host:587`. Empty: none.",
    )
    mail_from: str | None = Field(None, description="The sender of these mails, as `arena@example.org`.")
    storage_url: SecretStr | None = Field(
        None,
        description="Where images are kept: `s3://key:secret@host/bucket?region=…`. Empty: `files` in DATA_DIR.",
    )
    alert_webhook_url: SecretStr | None = Field(
        None, description="Where alerts are sent as JSON, such as `https://hooks.example.org/…`. Empty: nowhere."
    )
    alert_webhook_secret: SecretStr | None = Field(
        None, description="Signs what is sent to ALERT_WEBHOOK_URL (HMAC-SHA256)."
    )

    # Arena
    blinding: Literal["strict", "relaxed", "whole"] = Field(
        "strict",
        description="`strict`: one pace for both sides; `relaxed`: each its own; `whole`: nothing until both are done.",
    )
    matchmaking: Literal["informative", "uniform"] = Field(
        "informative", description="`informative`: more often the pairs whose vote teaches most; `uniform`: by weight."
    )
    max_running_battles: int = Field(5, ge=1, le=1000, description="Battles one person may have answered at a time.")
    judge_models: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="Ids of models that judge stored battles for boards of their own, with commas. Empty: none."
    )
    judge_battles_per_day: int = Field(
        200, ge=0, description="Battles that each judge reads in a day; a battle costs two calls."
    )
    moderation_model: str | None = Field(
        None, description="Id of a model that reads every turn and flags what should not be published. Empty: none."
    )

    leaderboard_min_votes: int = Field(5, ge=1, description="Votes a model needs to appear on a board.")
    leaderboard_preliminary_votes: int = Field(20, ge=1, description="Below this a model is marked as preliminary.")
    leaderboard_delay: int = Field(0, ge=0, le=10_080, description="Minutes by which the shown boards lie behind.")
    rating_both_bad: Literal["tie", "grounded"] = Field(
        "tie", description="What `both_bad` says: a `tie`, or (`grounded`) that both are below a common ground."
    )
    rating_anchor: str | None = Field(None, description="A model id whose rating is fixed. Empty: the mean is 1000.")
    rating_anchor_score: float = Field(
        1000, ge=-100_000, le=100_000, allow_inf_nan=False, description="The rating of the anchor."
    )
    rating_reweigh: bool = Field(False, description="Give pairs that met often no more weight than the others.")

    # Benchmarks
    bench_concurrency: int = Field(
        50, ge=1, le=1000, description="Calls at once of a run that does not say itself, over all workers."
    )
    bench_cache_days: int = Field(
        90, ge=1, le=3650, description="Days after which a run asks a model again instead of taking a kept answer."
    )
    bench_webhook_secret: SecretStr | None = Field(
        None, description="Signs what is sent to the webhooks of runs (HMAC-SHA256)."
    )

    # Models
    models_file: Path | None = Field(
        None, description="The catalog file. Default: `models.yaml` in the current folder, then in DATA_DIR."
    )
    discovery: bool = Field(True, description="Look for local model servers and provider keys at start.")
    discovery_ask: bool | None = Field(
        None, description="Models found wait until an admin accepts them. Default: no, except in the profile `public`."
    )
    local_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Names, addresses and networks of your own where model servers may be, with commas. Default: this "
        "machine and private networks; in the profile `public` none.",
    )
    embedded_model: Path | None = Field(None, description="A GGUF file to serve instead of the included SmolLM2.")
    ollama_base_url: str = Field("http://127.0.0.1:11434/v1", description="Where discovery looks for Ollama.")
    lm_studio_base_url: str = Field("http://127.0.0.1:1234/v1", description="Where discovery looks for LM Studio.")
    vllm_base_url: str = Field("http://127.0.0.1:8000/v1", description="Where discovery looks for vLLM.")
    llama_cpp_base_url: str = Field("http://127.0.0.1:8080/v1", description="Where discovery looks for llama.cpp.")
    openai_api_key: SecretStr | None = Field(None, description="Offers OpenAI's models.")
    anthropic_api_key: SecretStr | None = Field(None, description="Offers Anthropic's models.")
    gemini_api_key: SecretStr | None = Field(None, description="Offers Google's models.")
    groq_api_key: SecretStr | None = Field(None, description="Offers the models that Groq hosts.")
    mistral_api_key: SecretStr | None = Field(None, description="Offers Mistral's models.")
    openrouter_api_key: SecretStr | None = Field(None, description="Offers the models that OpenRouter hosts.")
    model_connect_timeout: float = Field(5, gt=0, description="Seconds to reach a model server.")
    model_first_token_timeout: float = Field(60, gt=0, description="Seconds until a model's first word.")
    model_idle_timeout: float = Field(30, gt=0, description="Seconds a model may pause within an answer.")
    model_total_timeout: float = Field(600, gt=0, description="Seconds an answer may take in all.")
    model_answer_limit: int = Field(1_000_000, ge=1000, description="Characters after which an answer is cut off.")

    @field_validator(
        "allowed_hosts", "trusted_proxies", "judge_models", "cors_origins", "local_hosts", "oidc_domains", mode="before"
    )
    @classmethod
    def _split_list(cls, value: object) -> object:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @field_validator("trusted_proxies")
    @classmethod
    def _known_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for network in value:
            try:
                ip_network(network, strict=False)
            except ValueError:
                raise ValueError(f"{network!r} is no address or network such as 10.0.0.0/8") from None
        return value

    @field_validator("site_url")
    @classmethod
    def _origin_only(cls, value: str | None) -> str | None:
        return None if value is None else _origin(value)

    @field_validator("cors_origins")
    @classmethod
    def _origins_only(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(_origin(one) for one in value)

    @field_validator("oidc_issuer")
    @classmethod
    def _guarded_issuer(cls, value: str | None) -> str | None:
        parts = urlsplit(value or "")
        schemes = {"https", "http"} if parts.hostname in {"localhost", "127.0.0.1", "::1"} else {"https"}
        if value is not None and (not parts.hostname or parts.scheme not in schemes):
            raise ValueError(f"{value!r} is no address such as https://login.example.org")
        return value

    @field_validator("oidc_domains")
    @classmethod
    def _plain_domains(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(domain.removeprefix("@").lower() for domain in value)

    @field_validator("smtp_url")
    @classmethod
    def _mail_server(cls, value: SecretStr | None) -> SecretStr | None:
        parts = urlsplit(value.get_secret_value() if value else "smtp://none")
        if parts.scheme not in {"smtp", "smtps"} or not parts.hostname or not _has_good_port(parts):
            raise ValueError("it is no address such as smtp://user:password@mail.example.org:587")
        return value

    @field_validator("log_level")
    @classmethod
    def _known_level(cls, value: str) -> str:
        if value.lower() not in {"debug", "info", "warning", "error"}:
            raise ValueError("must be debug, info, warning or error")
        return value.lower()

    @field_validator("data_dir")
    @classmethod
    def _absolute(cls, value: Path) -> Path:
        return value.expanduser().absolute()

    @model_validator(mode="before")
    @classmethod
    def _defaults_of_profile(cls, values: dict[str, object]) -> dict[str, object]:
        closed = str(values.get("profile") or "") == Profile.PUBLIC
        for name in ("docs_open", "metrics_open"):
            if values.get(name) is None:
                values[name] = not closed
        if values.get("sign_up") is None:
            values["sign_up"] = _SIGN_UP.get(str(values.get("profile") or Profile.PRIVATE))
        if values.get("discovery_ask") is None:
            values["discovery_ask"] = closed
        if values.get("local_hosts") is None:
            values["local_hosts"] = () if closed else OWN_NETWORKS
        return values

    @model_validator(mode="after")
    def _direct_needs_url(self) -> Self:
        if self.database_direct_url and not self.database_url:
            raise ValueError("DATABASE_DIRECT_URL is set without DATABASE_URL; set both or neither.")
        return self

    @model_validator(mode="after")
    def _together(self) -> Self:
        if any(given := [self.oidc_issuer, self.oidc_client_id, self.oidc_domains]) and not all(given):
            raise ValueError("OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_DOMAINS belong together; set all or none.")
        if self.smtp_url and not self.mail_from:
            raise ValueError("SMTP_URL is set without MAIL_FROM; set both or neither.")
        return self

    @property
    def address(self) -> str:
        """Where people find this site; links that are handed out begin with it."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104 - compared, not bound
        return self.site_url or f"http://{_in_brackets(host)}:{self.port}"

    @property
    def hosts(self) -> frozenset[str]:
        """Host names this site answers to."""
        given = self.allowed_hosts or {self.host} - {"0.0.0.0", "::"}  # noqa: S104 - compared, not bound
        own = [urlsplit(self.site_url).hostname or ""] if self.site_url else []
        return frozenset({"localhost", "127.0.0.1", "[::1]", *(_in_brackets(host.lower()) for host in (*own, *given))})

    @property
    def given_base_urls(self) -> tuple[str, ...]:
        """Addresses of model servers that whoever runs the site wrote down; saying so once is enough."""
        return tuple(getattr(self, name) for name in _SERVERS if name in self.model_fields_set)


_SIGN_UP: dict[str, str] = {Profile.PRIVATE: "closed", Profile.CLASSROOM: "invitation", Profile.PUBLIC: "open"}


def _in_brackets(host: str) -> str:
    """Write an address of IPv6 as links and browsers do, since its colons would look like a port."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _has_good_port(parts: SplitResult) -> bool:
    try:
        return parts.port != 0
    except ValueError:
        return False


def _origin(written: str) -> str:
    """Give scheme, host and port of an address that has nothing else."""
    parts = urlsplit(written.strip().rstrip("/"))
    extras = (parts.path, parts.query, parts.username)
    if parts.scheme not in {"http", "https"} or not parts.netloc or any(extras) or not _has_good_port(parts):
        raise ValueError(f"{written!r} is no address such as https://arena.example.org")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def read_settings() -> Settings:
    """Read the settings, or say in one sentence which one is wrong."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        name = str(first["loc"][0]).upper() if first["loc"] else ""
        said = first["msg"].removeprefix("Value error, ")
        raise StartupProblem(f"The setting {name} is wrong: {said}." if name else said) from None


def read_environment() -> Mapping[str, str]:
    """Give the environment with `.env` below it, for variables whose names only the catalog file knows."""
    kept = {name: value for name, value in dotenv_values(".env").items() if value is not None}
    return {**kept, **os.environ}
