"""Settings, read once from the environment and `.env`."""

import os
from collections.abc import Mapping
from enum import StrEnum
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar, cast
from urllib.parse import SplitResult, urlsplit

from dotenv import dotenv_values
from platformdirs import user_data_path
from pydantic import AliasChoices, Field, PrivateAttr, SecretStr, ValidationError, field_validator, model_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from .errors import StartupProblem
from .manifests import list_manifests, load

OWN_NETWORKS = ("localhost", "127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
"""What a site that is not public may call in its own network."""


class Profile(StrEnum):
    PRIVATE = "private"
    CLASSROOM = "classroom"
    PUBLIC = "public"


class LogFormat(StrEnum):
    AUTO = "auto"
    PRETTY = "pretty"
    JSON = "json"


def default_data_dir() -> Path:
    # PostgreSQL refuses to run as root; its own user cannot read /root.
    if os.geteuid() == 0:
        return Path("/var/lib/llmbattler")
    return user_data_path("llmbattler")


class SettingsGroup(BaseSettings):
    """The settings of one slice, declared in its manifest. All fields need a description."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", frozen=True
    )

    profile: Profile = Profile.PRIVATE


Group = TypeVar("Group", bound=SettingsGroup)


class Settings(BaseSettings):
    """The settings of core. Those of a slice are `settings.of(TheirSettings)`."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="allow", frozen=True
    )
    _groups: dict[type[SettingsGroup], SettingsGroup] = PrivateAttr(default_factory=dict)

    def of(self, group: type[Group]) -> Group:
        """Return the settings of a slice, read from the same sources at first use."""
        if group not in self._groups:
            given = {name: value for name, value in (self.model_extra or {}).items() if name in group.model_fields}
            self._groups[group] = group(**{**given, "profile": self.profile})
        return cast("Group", self._groups[group])

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Copy with changes to settings of core and of slices."""
        copied = super().model_copy(update=update, deep=deep)
        copied._groups = {  # noqa: SLF001 - of the same class
            kind: group.model_copy(
                update={name: value for name, value in (update or {}).items() if name in kind.model_fields}
            )
            for kind, group in self._groups.items()
        }
        return copied

    # Basics
    profile: Profile = Field(
        Profile.PRIVATE,
        description="Who uses the site: `private`, `classroom` or `public`. Sets the defaults of other settings, and "
        "rate limits, which each server counts on its own.",
    )
    host: str = Field("127.0.0.1", description="Address to listen on. `0.0.0.0` opens the site to the network.")
    port: int = Field(8765, ge=0, le=65535, description="Port to listen on. 0 chooses a free one.")
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Host names accepted besides localhost, separated by commas. Empty: HOST. `*` accepts all.",
    )
    data_dir: Path = Field(
        default_factory=default_data_dir,
        description="Folder for the database, generated secrets and files. Default for root: `/var/lib/llmbattler`.",
    )
    secret_key: SecretStr | None = Field(
        None, description="At least 32 random bytes that sign cookies. Generated and stored in DATA_DIR if not set."
    )
    master_key: SecretStr | None = Field(
        None,
        description="At least 32 random bytes that encrypt stored secrets. Older keys may follow, separated by commas. "
        "Generated and stored in DATA_DIR if not set, except with DATABASE_URL.",
    )
    master_key_file: Path | None = Field(None, description="File with the master key, instead of MASTER_KEY.")
    demo: bool = Field(False, description="Show on every page that the data is simulated. Set by `llmbattler demo`.")

    # Database
    database_url: SecretStr | None = Field(
        None,
        validation_alias=AliasChoices("DATABASE_URL", "POSTGRES_URI"),
        description="PostgreSQL 16 or newer (`postgresql://…`; also read: POSTGRES_URI). Empty: the embedded one.",
    )
    database_direct_url: SecretStr | None = Field(
        None, description="The same database without the pooler, for LISTEN and migrations."
    )
    database_pool_size: int = Field(10, ge=1, le=200, description="Maximum number of connections of each process.")
    database_statement_timeout: float = Field(15, gt=0, description="Seconds after which a query is canceled.")
    database_batch_timeout: float = Field(
        1800, gt=0, description="Seconds after which a query of a batch job, such as a recount, is canceled."
    )
    database_lock_timeout: float = Field(5, gt=0, description="Seconds that a query waits for a lock.")
    database_idle_timeout: float = Field(30, gt=0, description="Seconds that a transaction may be idle.")

    # Server and worker
    worker: bool = Field(True, description="Run the worker inside `llmbattler serve`.")
    worker_concurrency: int = Field(50, ge=1, le=1000, description="Jobs that a worker runs at the same time.")
    shutdown_grace: float = Field(10, ge=0, description="Seconds for open streams and jobs to finish at shutdown.")
    max_body_bytes: int = Field(1_048_576, ge=1024, description="Largest request body in bytes, except uploads.")
    max_streams: int = Field(
        500,
        ge=1,
        description="Open answer streams of each server. Above it, pages that reconnect have to wait.",
    )
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
        description="Your own proxies (addresses or networks), separated by commas. Only they may name the client.",
    )
    site_url: str | None = Field(
        None,
        description="Public address of the site, for example `https://llm.example.org`. Links start with it.",
    )
    cors_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Origins whose pages may call the API with a token, separated by commas. Empty: none.",
    )
    smtp_url: SecretStr | None = Field(
        None,
        description="Mail server for password reset links: `smtp://user:password@host:587`. Empty: none.",
    )
    mail_from: str | None = Field(None, description="Sender of mail, for example `llm@example.org`.")
    storage_url: SecretStr | None = Field(
        None,
        description="Where files are stored: `s3://key:secret@host/bucket?region=…`. Empty: `files` in DATA_DIR.",
    )
    local_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Local names, addresses and networks that the site may call, separated by commas. Default: "
        "this machine and private networks; none in the profile `public`.",
    )

    @field_validator("allowed_hosts", "trusted_proxies", "cors_origins", "local_hosts", mode="before")
    @classmethod
    def _split_list(cls, value: object) -> object:
        return split_list(value)

    @field_validator("trusted_proxies")
    @classmethod
    def _known_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for network in value:
            try:
                ip_network(network, strict=False)
            except ValueError:
                raise ValueError(f"{network!r} is not an address or network such as 10.0.0.0/8") from None
        return value

    @field_validator("site_url")
    @classmethod
    def _origin_only(cls, value: str | None) -> str | None:
        return None if value is None else _origin(value)

    @field_validator("cors_origins")
    @classmethod
    def _origins_only(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(_origin(one) for one in value)

    @field_validator("smtp_url")
    @classmethod
    def _mail_server(cls, value: SecretStr | None) -> SecretStr | None:
        parts = urlsplit(value.get_secret_value() if value else "smtp://none")
        if parts.scheme not in {"smtp", "smtps"} or not parts.hostname or not _has_valid_port(parts):
            raise ValueError("it is not an address such as smtp://user:password@mail.example.org:587")
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
        if self.smtp_url and not self.mail_from:
            raise ValueError("SMTP_URL is set without MAIL_FROM; set both or neither.")
        return self

    def list_secrets(self) -> list[str]:
        """Return the secrets among the settings of core and of all slices."""
        parts = (self, *(self.of(group) for group in list_groups()))
        values = (value for part in parts for value in vars(part).values())
        return [value.get_secret_value() for value in values if isinstance(value, SecretStr)]

    @property
    def address(self) -> str:
        """The public address of this site, with which links start."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104 - compared, not bound
        return self.site_url or f"http://{_in_brackets(host)}:{self.port}"

    @property
    def hosts(self) -> frozenset[str]:
        """Host names that this site accepts."""
        given = self.allowed_hosts or {self.host} - {"0.0.0.0", "::"}  # noqa: S104 - compared, not bound
        own = [urlsplit(self.site_url).hostname or ""] if self.site_url else []
        return frozenset({"localhost", "127.0.0.1", "[::1]", *(_in_brackets(host.lower()) for host in (*own, *given))})


def split_list(value: object) -> object:
    """Split a list that is separated by commas."""
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


def _in_brackets(host: str) -> str:
    """Put an IPv6 address in brackets, as in URLs, where its colons would look like a port."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _has_valid_port(parts: SplitResult) -> bool:
    try:
        return parts.port != 0
    except ValueError:
        return False


def _origin(written: str) -> str:
    """Return scheme, host and port; refuse an address that has more."""
    parts = urlsplit(written.strip().rstrip("/"))
    extras = (parts.path, parts.query, parts.username)
    if parts.scheme not in {"http", "https"} or not parts.netloc or any(extras) or not _has_valid_port(parts):
        raise ValueError(f"{written!r} is not an address such as https://llm.example.org")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def read_settings() -> Settings:
    """Read all settings, or raise `StartupProblem` with a sentence about the first wrong one."""
    try:
        settings = Settings()
        for group in list_groups():
            settings.of(group)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        name = str(first["loc"][0]).upper() if first["loc"] else ""
        said = first["msg"].removeprefix("Value error, ")
        raise StartupProblem(f"The setting {name} is wrong: {said}." if name else said) from None
    return settings


def list_groups() -> list[type[SettingsGroup]]:
    return [load(manifest.settings) for manifest in list_manifests() if manifest.settings is not None]


def list_names() -> dict[str, FieldInfo]:
    """Return every setting of core and of the slices."""
    fields = dict(Settings.model_fields)
    for group in list_groups():
        fields.update(group.model_fields)
    return fields


def read_environment() -> Mapping[str, str]:
    """Return the environment over `.env`, for variables whose names are not known beforehand."""
    kept = {name: value for name, value in dotenv_values(".env").items() if value is not None}
    return {**kept, **os.environ}
