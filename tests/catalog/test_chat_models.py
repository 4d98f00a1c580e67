import pytest

from llmbattler.catalog.chat_models import is_chat_model


@pytest.mark.parametrize(
    "name",
    [
        "text-embedding-3-small",
        "nomic-embed-text:latest",
        "bge-m3",
        "all-minilm:22m",
        "whisper-1",
        "gpt-4o-mini-tts",
        "dall-e-3",
        "gpt-image-1",
        "omni-moderation-latest",
        "gpt-4o-realtime-preview",
        "gpt-4o-transcribe",
        "gemini-2.5-flash-image",
        "mistral-ocr-latest",
        "meta-llama/llama-guard-4-12b",
        "playai-tts",
        "babbage-002",
        "gpt-3.5-turbo-instruct",
        "gpt-5-pro",
        "o1-pro",
        "veo-3.0",
    ],
)
def test_what_does_not_chat_is_left_out(name: str) -> None:
    assert not is_chat_model(name)


@pytest.mark.parametrize(
    "name",
    ["gpt-5.2", "o3", "llama3.2:3b", "claude-opus-4-5", "gemini-2.5-pro", "qwen3:8b", "phi-4", "mixtral-8x7b-32768"],
)
def test_what_chats_is_kept(name: str) -> None:
    assert is_chat_model(name)
