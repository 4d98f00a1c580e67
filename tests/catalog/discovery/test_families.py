import pytest

from llmbattler.catalog.discovery.families import guess_organization


@pytest.mark.parametrize(
    ("name", "maker"),
    [
        ("llama3.2:3b", "Meta"),
        ("qwen2.5-coder:7b", "Alibaba"),
        ("deepseek-r1-distill-llama-70b", "DeepSeek"),
        ("phi4", "Microsoft"),
        ("phi-4", "Microsoft"),
        ("phi3:mini", "Microsoft"),
        ("openai/gpt-oss-20b", "OpenAI"),
        ("o3-mini", "OpenAI"),
        ("mistral-nemo", "Mistral AI"),
        ("gemma-3-12b", "Google"),
        ("SmolLM2-135M", "Hugging Face"),
        ("my-own-thing", None),
        ("dolphin", None),
    ],
)
def test_the_maker_is_told_from_the_name(name: str, maker: str | None) -> None:
    assert guess_organization(name) == maker
