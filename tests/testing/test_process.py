import json
from pathlib import Path

import aiohttp
import pytest

from llmbattler.testing import Script
from llmbattler.testing.process import ProviderProcess

from .raw import MODEL, body_for


async def ask(url: str, **headers: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(f"{url}/chat/completions", json=body_for("openai", prompt="Are you there?")) as response,
    ):
        return response.status, await response.text()


async def test_is_scripted_over_http(tmp_path: Path) -> None:
    scripts = tmp_path / "scripts.json"
    scripts.write_text(json.dumps({MODEL: {"echo": True, "chunk_size": 100}}))
    with ProviderProcess(scripts=scripts, api_key="k1") as provider:
        refused, _ = await ask(provider.addresses.openai_url)
        _, said = await ask(provider.addresses.openai_url, Authorization="Bearer k1")
        provider.script(MODEL, Script(chunks=("something else",), usage=None))
        _, then = await ask(provider.addresses.openai_url, Authorization="Bearer k1")
        requests = provider.requests()
        status = provider.stop()
    assert refused == 401
    assert "Are you there?" in said
    assert "something else" in then
    assert [(record.wire, record.last_user_text) for record in requests] == [("openai", "Are you there?")] * 3
    assert status == 0


def test_a_function_cannot_be_sent() -> None:
    with pytest.raises(ValueError, match="cannot be sent"):
        ProviderProcess().script(MODEL, Script(reply=lambda _: "x"))


def test_a_failed_start_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="did not start"), ProviderProcess(scripts=tmp_path / "missing.json"):
        pass


def test_a_rejected_script_is_an_error() -> None:
    with ProviderProcess() as provider, pytest.raises(ValueError, match="refused"):
        provider.script("", Script())
