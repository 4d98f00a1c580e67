import asyncio
import socket
from typing import Any

import pytest

from llmbattler.catalog import service
from llmbattler.catalog.discovery import flow
from llmbattler.catalog.discovery.flow import refresh_catalog
from llmbattler.catalog.errors import BadModelsFile
from llmbattler.catalog.models import Provider, Source
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.errors import FailureKind
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider


async def add_provider(database: Database, provider_id: str, base_url: str) -> Provider:
    row = Provider(
        provider_id=provider_id, name="P", connector="openai", base_url=base_url, own_keys=True, created_by="m_0"
    )
    async with database.unit() as session:
        session.add(row)
    return row


def write_file(settings: Settings, text: str) -> None:
    (settings.data_dir / "models.yaml").write_text(text)


async def listed(database: Database) -> dict[str, str]:
    async with database.unit() as session:
        return {model.model_id: model.status.value for model in await service.list_offered(session)}


async def test_a_fresh_site_has_four_contestants(database: Database, caller: Caller, settings: Settings) -> None:
    report = await refresh_catalog(database, caller, settings, starting=True)
    assert len(report.changes.added) == 4
    assert set((await listed(database)).values()) == {"active"}


async def test_the_file_and_discovery_make_the_catalog(
    database: Database, caller: Caller, settings: Settings, provider: ScriptedProvider
) -> None:
    for name in ("llama3.2:3b", "qwen3:8b", "nomic-embed-text"):
        provider.script(name, Script())
    write_file(settings, f"models:\n  - {{id: mine, model: 'qwen3:8b', base_url: '{provider.openai_url}'}}\n")
    looking = settings.model_copy(
        update={
            "discovery": True,
            "ollama_base_url": provider.openai_url,
            "lm_studio_base_url": "http://127.0.0.1:1/v1",
            "vllm_base_url": "",
            "llama_cpp_base_url": "",
        }
    )
    report = await refresh_catalog(database, caller, looking)
    assert [(one.target.name, len(one.found)) for one in report.targets] == [("ollama", 2), ("lm-studio", 0)]
    problem = report.targets[1].problem
    assert problem is not None
    assert problem.kind is FailureKind.UNREACHABLE
    found = await listed(database)
    assert {name: state for name, state in found.items() if "smollm2" not in name} == {
        "mine": "active",
        "ollama-llama3.2-3b": "active",
    }
    assert found["smollm2-135m-precise"] == "paused"


def only_ollama(settings: Settings, provider: ScriptedProvider, **more: Any) -> Settings:
    nowhere = dict.fromkeys(("lm_studio_base_url", "vllm_base_url", "llama_cpp_base_url"), "")
    return settings.model_copy(
        update={"discovery": True, "ollama_base_url": provider.openai_url, **nowhere, **more},
    )


async def test_a_provider_of_the_admin_may_bear_the_name_of_a_place_that_is_asked_anyway(
    database: Database, caller: Caller, settings: Settings, provider: ScriptedProvider
) -> None:
    provider.script("qwen3:8b", Script())
    await refresh_catalog(database, caller, only_ollama(settings, provider), starting=True)
    await add_provider(database, "ollama", provider.openai_url)
    assert not (await refresh_catalog(database, caller, only_ollama(settings, provider), starting=True)).changes
    provider.script("llama3.2:3b", Script())
    asking = only_ollama(settings, provider, discovery_ask=True)
    assert (await refresh_catalog(database, caller, asking)).changes.waiting == ["ollama-llama3.2-3b"]
    async with database.unit() as session:
        kept = await service.get_offered(session, model_id="ollama-qwen3-8b")
    assert (kept.source, kept.provider_id) == (Source.DISCOVERED, None)


async def test_processes_that_start_together_find_the_same_once(
    database: Database, caller: Caller, settings: Settings, provider: ScriptedProvider
) -> None:
    for name in ("one", "two", "three"):
        provider.script(name, Script())
    asking = only_ollama(settings, provider, discovery_ask=True)
    reports = await asyncio.gather(*(refresh_catalog(database, caller, asking, starting=True) for _ in range(4)))
    waiting = sorted(model_id for report in reports for model_id in report.changes.waiting)
    assert waiting == ["ollama-one", "ollama-three", "ollama-two"]


async def test_a_missing_file_retires_nobody(
    database: Database, caller: Caller, settings: Settings, provider: ScriptedProvider
) -> None:
    write_file(settings, f"models:\n  - {{id: mine, base_url: '{provider.openai_url}'}}\n  - {{id: gpt-4o-mini}}\n")
    await refresh_catalog(database, caller, settings, starting=True)
    (settings.data_dir / "models.yaml").unlink()
    assert not (await refresh_catalog(database, caller, settings)).changes
    restarted = await refresh_catalog(database, caller, settings, starting=True)
    assert not restarted.changes
    assert "2 models that came from it stay" in restarted.warnings[0]
    write_file(settings, "models: []\n")
    assert (await refresh_catalog(database, caller, settings)).changes.retired == ["gpt-4o-mini", "mine"]


async def test_a_bad_file_changes_nothing(database: Database, caller: Caller, settings: Settings) -> None:
    write_file(settings, "models: [{id: a}]\n")
    await refresh_catalog(database, caller, settings)
    before = await listed(database)
    write_file(settings, "models: [{id: a}, {}]\n")
    with pytest.raises(BadModelsFile):
        await refresh_catalog(database, caller, settings)
    assert await listed(database) == before


async def test_a_silent_address_keeps_nobody_waiting(
    database: Database, caller: Caller, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flow, "LOCAL_SECONDS", 0.05)
    server = socket.create_server(("127.0.0.1", 0))  # takes connections and says nothing
    port = server.getsockname()[1]
    silent = settings.model_copy(
        update={
            "discovery": True,
            "ollama_base_url": f"http://127.0.0.1:{port}/v1",
            "lm_studio_base_url": "",
            "vllm_base_url": "",
            "llama_cpp_base_url": "",
        }
    )
    (report,) = (await refresh_catalog(database, caller, silent)).targets
    assert report.problem is not None
    assert report.problem.kind is FailureKind.TIMED_OUT
    server.close()
