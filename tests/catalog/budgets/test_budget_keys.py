import pytest

from llmbattler.catalog.budgets.budget_keys import BudgetKey, find_member, find_provider
from llmbattler.catalog.budgets.models import BudgetScope


@pytest.mark.parametrize(
    ("base_url", "name"),
    [
        ("https://API.OpenAI.com/v1", "api.openai.com"),
        ("http://127.0.0.1:8080/v1", "127.0.0.1:8080"),
        ("http://user:word@host.example/v1", "host.example"),
        ("http://[::1]:9/v1", "[::1]:9"),
        ("", "anthropic"),
        ("/models/a.gguf", "anthropic"),
        ("http://host:port/v1", "anthropic"),
    ],
)
def test_a_provider_is_named_by_its_host(base_url: str, name: str) -> None:
    assert find_provider(connector="anthropic", base_url=base_url) == name


def test_visitors_share_one_pot() -> None:
    assert find_member("v_0190") == find_member("v_0191") == "visitors"
    assert find_member("m_0190") == "m_0190"
    assert find_member(None) is find_member("") is None


@pytest.mark.parametrize(
    ("scope", "subject", "can"),
    [
        (BudgetScope.SITE, "", True),
        (BudgetScope.MEMBER, "*", True),
        (BudgetScope.MEMBER, "visitors", True),
        (BudgetScope.MEMBER, "m_0190", True),
        (BudgetScope.MEMBER, "v_0190", False),
        (BudgetScope.MEMBER, "ann@example.org", False),
        (BudgetScope.PROVIDER, "api.openai.com", True),
        (BudgetScope.PROVIDER, "[::1]:9", True),
        (BudgetScope.PROVIDER, "anthropic", True),
        (BudgetScope.PROVIDER, "https://api.openai.com", False),
    ],
)
def test_a_limit_is_for_a_pot_that_can_pay(scope: BudgetScope, subject: str, can: bool) -> None:
    assert BudgetKey(scope, subject).can_pay is can
