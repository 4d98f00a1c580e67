"""Tell chat models from models for other tasks by their names."""

import re

_NO_CHAT = re.compile(
    r"embed|whisper|transcri|tts|speech|audio|realtime|dall-?e|image|imagen|veo|sora|video|moderation|guard|"
    r"rerank|ocr|davinci|babbage|turbo-instruct|computer-use|deep-research|search|codex|aqa|robotics|(?:gpt|o\d)[\w.-]*-pro|"
    r"(?:^|[-/:])(?:bge|e5|gte|clip|nomic|minilm|lyria)(?:[-:.]|$)",
    re.IGNORECASE,
)


def is_chat_model(name: str) -> bool:
    return _NO_CHAT.search(name) is None
