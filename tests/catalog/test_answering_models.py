import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.catalog.answering_models import find_other_model


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("gpt-5", "gpt-5-2026-01-15"),
        ("gpt-4", "gpt-4-0613"),
        ("openai/gpt-5", "gpt-5"),
        ("gpt-5", "openai/gpt-5"),
        ("GPT-4.1", "gpt-4.1"),
        ("claude-sonnet-4-5", "claude-sonnet-4-5-20250929"),
        ("claude-3-5-sonnet-latest", "claude-3-5-sonnet-20241022"),
        ("anthropic/claude-sonnet-4", "anthropic/claude-4-sonnet-20250522"),
        ("gemini-2.0-flash", "gemini-2.0-flash-001"),
        ("gemini-2.5-flash", "models/gemini-2.5-flash-preview-05-20"),
        ("mistral-large-latest", "mistral-large-2411"),
        ("command-r", "command-r-08-2024"),
        ("llama3.2", "llama3.2:latest"),
        ("llama-3.2", "llama3.2"),
        ("deepseek/deepseek-r1:free", "deepseek/deepseek-r1"),
        ("meta-llama/Llama-3.1-8B-Instruct", "meta-llama-3.1-8b-instruct"),
        ("qwen2.5-7b-instruct", "/models/Qwen2.5-7B-Instruct-Q4_K_M.gguf"),
        ("qwen2.5-7b-instruct", "C:\\models\\qwen2.5-7b-instruct.gguf"),
        ("gpt-4o-2024-08-06", "gpt-4o-20240806"),
        ("gpt-4o-2024-08-06", "gpt-4o"),
        ("anything", ""),
        ("anything", "unknown"),
        ("anything", None),
    ],
)
def test_another_name_of_the_same_model_is_no_other_model(asked: str, answered: str | None) -> None:
    assert find_other_model(asked, answered) is None


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("gpt-5", "gpt-5-mini"),
        ("gpt-5-mini", "gpt-5"),
        ("gpt-4", "gpt-4-turbo-2024-04-09"),
        ("gpt-4o-2024-08-06", "gpt-4o-2024-05-13"),
        ("claude-sonnet-4", "claude-sonnet-4-5-20250929"),
        ("claude-opus-4-1", "claude-sonnet-4-1"),
        ("llama-3.1-70b-instruct", "llama-3.1-8b-instruct"),
        ("deepseek-v3", "deepseek-v2"),
        ("openai/gpt-5", "openai/o3"),
        ("a/llama-3", "b/qwen-3"),
        ("smart", "gpt-4o-2024-08-06"),
    ],
)
def test_another_model_is_found(asked: str, answered: str) -> None:
    assert find_other_model(asked, answered) == answered


def test_deployments_have_names_of_their_own() -> None:
    assert find_other_model("my-chat", "gpt-4o", "https://x.openai.azure.com/openai/v1") is None
    assert find_other_model("my-chat", "gpt-4o", "https://azure.com.example/v1") == "gpt-4o"


@given(st.text(min_size=1, max_size=60), st.sampled_from(["", "-2026-01-15", "-latest", "-20260115"]))
def test_a_model_is_itself(name: str, release: str) -> None:
    assert find_other_model(name, name) is None
    assert find_other_model(f"{name}-latest", f"vendor/{name}-latest") is None
    if name.isascii() and not name[-1].isdigit():
        assert find_other_model(f"m{name}x", f"m{name}x{release}".upper()) is None
