"""The settings about signing in."""

from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import NoDecode

from llmbattler.core.settings import Profile, SettingsGroup, split_list

SIGN_UP: dict[str, str] = {Profile.PRIVATE: "closed", Profile.CLASSROOM: "invitation", Profile.PUBLIC: "open"}


class AccountSettings(SettingsGroup):
    sign_up: Literal["open", "invitation", "closed"] | None = Field(
        None,
        description="Who may sign up: `open`, `invitation` or `closed`. Default by profile: open only in `public`.",
    )
    oidc_issuer: str | None = Field(
        None, description="Issuer of your OpenID Connect provider, such as `https://login.example.org`. Empty: none."
    )
    oidc_client_id: str | None = Field(None, description="Client ID of this site at the provider.")
    oidc_client_secret: SecretStr | None = Field(
        None, description="Client secret of this site at the provider. Public clients have none."
    )
    oidc_name: str = Field("Sign in with your company", description="Label of the button for company login.")
    oidc_domains: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="Email domains that must use company login, separated by commas. Other domains cannot use it."
    )
    oidc_role: Literal["member", "moderator"] = Field(
        "member", description="Role of people who use company login for the first time."
    )

    @field_validator("oidc_domains", mode="before")
    @classmethod
    def _split_list(cls, value: object) -> object:
        return split_list(value)

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

    @model_validator(mode="after")
    def _together(self) -> Self:
        if any(given := [self.oidc_issuer, self.oidc_client_id, self.oidc_domains]) and not all(given):
            raise ValueError("OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_DOMAINS belong together; set all or none.")
        return self

    @model_validator(mode="before")
    @classmethod
    def _by_profile(cls, values: dict[str, object]) -> dict[str, object]:
        if values.get("sign_up") is None:
            values["sign_up"] = SIGN_UP.get(str(values.get("profile") or Profile.PRIVATE))
        return values
