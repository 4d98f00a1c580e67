import pytest

from llmbattler.accounts.authentication.company import UseCompany, belongs_to_company, refuse_company
from llmbattler.core.settings import Settings

SETTINGS = Settings(
    oidc_issuer="https://login.example", oidc_client_id="x", oidc_domains="@Corp.example, b.example", discovery=False
)


@pytest.mark.parametrize("email", ["ann@corp.example", "Ann@CORP.Example", "x@b.example", "a@b@corp.example"])
def test_listed_domains_belong_to_the_company(email: str) -> None:
    assert belongs_to_company(SETTINGS, email)
    with pytest.raises(UseCompany):
        refuse_company(SETTINGS, email)


@pytest.mark.parametrize(
    "email", [None, "", "corp.example.", "ann@sub.corp.example", "ann@corp.example.org", "ann@acorp.example", "ann"]
)
def test_others_do_not(email: str | None) -> None:
    assert not belongs_to_company(SETTINGS, email)
    refuse_company(SETTINGS, email)
