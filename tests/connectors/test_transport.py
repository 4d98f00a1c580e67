import aiohttp
import pytest

from llmbattler.connectors.transport import find_proxy, open_transport


async def test_keeps_no_cookies_and_closes() -> None:
    transport = open_transport()
    assert isinstance(transport.session.cookie_jar, aiohttp.DummyCookieJar)
    assert transport.session.timeout.total is None
    assert transport.session.timeout.sock_connect == 5
    await transport.close()
    assert transport.session.closed


def test_proxies_come_from_the_environment_but_not_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://proxy.example:3128")
    monkeypatch.setenv("http_proxy", "http://proxy.example:3128")
    monkeypatch.setenv("no_proxy", "internal.example")
    assert find_proxy("https://api.openai.com/v1") == "http://proxy.example:3128"
    assert find_proxy("https://llm.internal.example/v1") is None
    assert find_proxy("http://localhost:11434/v1") is None
    assert find_proxy("http://[::1]:11434/v1") is None
