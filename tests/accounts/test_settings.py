import pytest
from pydantic import ValidationError

from llmbattler.accounts.settings import AccountSettings
from llmbattler.core.settings import Profile


@pytest.mark.parametrize(
    ("profile", "sign_up"),
    [(Profile.PRIVATE, "closed"), (Profile.CLASSROOM, "invitation"), (Profile.PUBLIC, "open")],
)
def test_the_profile_decides_who_may_sign_up(profile: Profile, sign_up: str) -> None:
    assert AccountSettings(profile=profile).sign_up == sign_up
    assert AccountSettings(profile=profile, sign_up="closed").sign_up == "closed"


def test_domains_are_read_from_a_list_with_commas() -> None:
    given = AccountSettings(oidc_issuer="https://login.example.org", oidc_client_id="a", oidc_domains="@A.org, b.org")
    assert given.oidc_domains == ("a.org", "b.org")


@pytest.mark.parametrize("issuer", ["http://login.example.org", "login.example.org"])
def test_an_issuer_without_https_is_refused(issuer: str) -> None:
    with pytest.raises(ValidationError, match="is no address such as"):
        AccountSettings(oidc_issuer=issuer, oidc_client_id="a", oidc_domains="a.org")
