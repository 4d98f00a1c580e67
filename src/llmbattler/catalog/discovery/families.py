"""Guess the organization that made a model from its name; servers of open models seldom report it."""

import re

_MAKERS = (
    (r"smollm", "Hugging Face"),
    (r"nemotron|nvidia", "NVIDIA"),
    (r"hermes", "Nous Research"),
    (r"deepseek", "DeepSeek"),
    (r"qwen|qwq|qvq", "Alibaba"),
    (r"llama", "Meta"),
    (r"gemma|gemini", "Google"),
    (r"mistral|mixtral|ministral|magistral|devstral|codestral|pixtral|voxtral", "Mistral AI"),
    (r"\bphi[-\d:]|\bphi$", "Microsoft"),
    (r"gpt|\bo[1345](?:-|$)", "OpenAI"),
    (r"claude", "Anthropic"),
    (r"grok", "xAI"),
    (r"command-?[ra]|aya", "Cohere"),
    (r"granite", "IBM"),
    (r"kimi|moonshot", "Moonshot AI"),
    (r"\bglm|chatglm", "Z.ai"),
    (r"minimax", "MiniMax"),
    (r"olmo|tulu", "Ai2"),
    (r"falcon", "TII"),
    (r"\byi[-:]", "01.AI"),
    (r"nova-(?:micro|lite|pro|premier)", "Amazon"),
)


def guess_organization(name: str) -> str | None:
    lowered = name.lower()
    return next((maker for pattern, maker in _MAKERS if re.search(pattern, lowered)), None)
