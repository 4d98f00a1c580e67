"""Everything that can be configured, read once from the environment and `.env`."""

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
    # PostgreSQL refuses to run as root and then works under a user of its own, which cannot look into /root.
    if os.geteuid() == 0:
        return Path("/var/lib/llmbattler")
    return user_data_path("llmbattler")


class SettingsGroup(BaseSettings):
    """The settings of one slice, named in its manifest and read with the others. Give all fields a description."""

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
        """Give the settings of a slice, read from the same places at first use."""
        if group not in self._groups:
            given = {name: value for name, value in (self.model_extra or {}).items() if name in group.model_fields}
            self._groups[group] = group(**{**given, "profile": self.profile})
        return cast("Group", self._groups[group])

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Change settings of core and of slices alike."""
        copied = super().model_copy(update=update, deep=deep)
        copied._groups = {  # noqa: SLF001 - of the same class
            kind: group.model_copy(
                update={name: value for name, value in (update or {}).items() if name in kind.model_fields}
            )
            for kind, group in self._groups.items()
        }
        return copied

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
    cors_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="Origins of other sites whose pages may call the API with a token, with commas. Empty: none."
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
    local_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Names, addresses and networks of your own that the site may call, with commas. Default: this "
        "machine and private networks; in the profile `public` none.",
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


def split_list(value: object) -> object:
    """Read a list that is written with commas."""
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


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
    """Give every setting of core and of the slices."""
    fields = dict(Settings.model_fields)
    for group in list_groups():
        fields.update(group.model_fields)
    return fields


def read_environment() -> Mapping[str, str]:
    """Give the environment with `.env` below it, for variables whose names only the catalog file knows."""
    kept = {name: value for name, value in dotenv_values(".env").items() if value is not None}
    return {**kept, **os.environ}
