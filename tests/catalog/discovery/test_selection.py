import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.catalog.discovery.selection import MOST_PER_PROVIDER, OWN_NAME, choose_models, make_id
from llmbattler.catalog.discovery.targets import DiscoveryTarget
from llmbattler.catalog.models import PlaceKind, Source
from llmbattler.connectors.contract import Abilities, ListedModel

OLLAMA = DiscoveryTarget("ollama", "Ollama", "openai", "http://127.0.0.1:11434/v1")
OPENAI = DiscoveryTarget(
    "openai", "OpenAI", "openai", "https://api.openai.com/v1", "OPENAI_API_KEY", "OpenAI", "Proprietary"
)
ROUTER = DiscoveryTarget("openrouter", "OpenRouter", "openai", "https://openrouter.ai/api/v1", "KEY", newest_first=True)


def names(target: DiscoveryTarget, *ids: str) -> list[str]:
    return [offer.model for offer in choose_models(target, [ListedModel(name) for name in ids])]


@pytest.mark.parametrize("odd", ["nul\0byte", "half\ud800"])
def test_what_no_table_can_keep_keeps_nothing_else_out(odd: str) -> None:
    listed = [ListedModel(odd), ListedModel("named", odd), ListedModel("made", organization=odd), ListedModel("good")]
    assert [offer.model for offer in choose_models(OLLAMA, listed)] == ["good"]


@pytest.mark.parametrize("length", [-1, 0, 2**31, 10**30])
def test_a_length_that_no_model_has_is_not_believed(length: int) -> None:
    (offer,) = choose_models(OLLAMA, [ListedModel("good", context_length=length)])
    assert offer.context_length is None


def test_a_local_server_offers_all_its_chat_models() -> None:
    many = [f"model-{number}" for number in range(40)]
    assert names(OLLAMA, *many, "nomic-embed-text") == many


def test_a_provider_offers_a_dozen_newest() -> None:
    chosen = names(
        OPENAI,
        "gpt-3.5-turbo",
        "gpt-4o",
        "gpt-4o-2024-08-06",
        "gpt-4.1",
        "gpt-4.1-2025-04-14",
        "gpt-5.2",
        "gpt-5.2-2025-12-11",
        "gpt-5-preview",
        "chatgpt-4o-latest",
        "text-embedding-3-small",
    )
    assert chosen[:2] == ["gpt-5.2", "gpt-4.1"]
    assert "gpt-4o-2024-08-06" not in chosen
    assert chosen[-1] == "gpt-5-preview"
    assert len(names(OPENAI, *(f"gpt-{number}" for number in range(100)))) == MOST_PER_PROVIDER


def test_a_provider_of_the_admin_area_offers_everything_with_the_newest_first() -> None:
    mine = DiscoveryTarget("mine", "Mine", "openai", "https://api.openai.com/v1", provider_id="mine")
    assert len(names(mine, *(f"gpt-{number}" for number in range(300)))) == 300
    assert names(mine, "gpt-4o", "gpt-4o-2024-08-06", "gpt-5.2", "whisper-1") == [
        "gpt-5.2",
        "gpt-4o",
        "gpt-4o-2024-08-06",
    ]
    dated = [
        ListedModel("b-9"),
        ListedModel("old-9", created_at=datetime(2024, 1, 1, tzinfo=UTC)),
        ListedModel("new-1", created_at=datetime(2026, 1, 1, tzinfo=UTC)),
    ]
    offers = choose_models(mine, dated)
    assert [offer.model for offer in offers] == ["new-1", "old-9", "b-9"]
    assert offers[0].released_at == dated[2].created_at


def test_one_name_is_enough_for_a_model() -> None:
    assert names(OPENAI, "m-2411", "m-latest", "n-latest", "n", "o-2411") == ["m-latest", "n", "o-2411"]


def test_versions_are_told_from_sizes() -> None:
    ordered = names(OPENAI, "qwen3-235b", "qwen3.5-4b", "mixtral-8x7b", "o4-mini", "gpt-3.5-turbo", "gpt-10")
    assert ordered == ["gpt-10", "o4-mini", "qwen3.5-4b", "gpt-3.5-turbo", "qwen3-235b", "mixtral-8x7b"]


def test_a_dated_name_stays_where_it_is_the_only_one() -> None:
    target = DiscoveryTarget("anthropic", "Anthropic", "anthropic", "https://api.anthropic.com/v1", newest_first=True)
    assert names(target, "claude-b-20260101", "claude-a-20240101") == ["claude-b-20260101", "claude-a-20240101"]


def test_at_a_router_the_makers_take_turns() -> None:
    chosen = names(ROUTER, "a/5", "a/4", "a/3:free", "a/3", "b/2", "c/1")
    assert chosen == ["a/5", "b/2", "c/1", "a/4", "a/3"]


def test_what_is_known_of_a_found_model() -> None:
    listed = ListedModel("gpt-4o-mini", abilities=Abilities(vision=True))
    (cloud,) = choose_models(OPENAI, [listed])
    assert (cloud.model_id, cloud.source, cloud.place) == ("openai-gpt-4o-mini", Source.DISCOVERED, PlaceKind.CLOUD)
    assert (cloud.organization, cloud.license, cloud.api_key_env) == ("OpenAI", "Proprietary", "OPENAI_API_KEY")
    assert cloud.context_length == 128_000
    assert cloud.price is not None
    assert cloud.abilities.vision
    (local,) = choose_models(OLLAMA, [ListedModel("llama3.2:latest", context_length=4096)])
    assert (local.model_id, local.name, local.organization) == ("ollama-llama3.2-latest", "llama3.2", "Meta")
    assert local.price is not None
    assert local.price.input == 0


def test_ids_are_stable_and_readable() -> None:
    assert make_id("ollama", "llama3.2:3b") == "ollama-llama3.2-3b"
    assert make_id("vllm", "Qwen/Qwen3-32B") == "vllm-qwen-qwen3-32b"


@given(st.text(min_size=1))
def test_every_id_fits_into_an_address(name: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}", make_id("ollama", name))


def test_models_that_the_site_itself_lists_are_skipped() -> None:
    assert choose_models(OLLAMA, [ListedModel("arena-auto", organization=OWN_NAME)]) == []
