import aiohttp
import pytest

from llmbattler.connectors.contract import Message, Params, Place, TextDelta
from llmbattler.connectors.registry import Registry
from llmbattler.connectors.transport import find_proxy, open_transport
from llmbattler.testing import Script, ScriptedProvider


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


async def test_an_answer_that_arrives_faster_than_it_is_read_is_complete(provider: ScriptedProvider) -> None:
    """More than aiohttp keeps for a reader, so that it pauses the connection and has to go on again."""
    words = tuple(f"{number:08} " for number in range(60_000))
    provider.script("m", Script(chunks=words))
    transport = open_transport()
    stream = Registry(transport).get("openai").stream(Place("m", provider.openai_url), [Message.user("?")], Params())
    said = "".join([delta.text async for delta in stream if isinstance(delta, TextDelta)])
    assert said == "".join(words)
    await transport.close()
