"""Finds JSON and code blocks in a text."""

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from pydantic import Field

from .step import Step

MOST_TRIES = 1_000
"""Brackets that are tried as the start of a JSON value."""

_ALIASES = {"py": "python", "python3": "python", "js": "javascript", "ts": "typescript", "sh": "bash", "shell": "bash"}
_FENCE = re.compile(r"[ \t]{0,8}(?P<ticks>`{3,20}|~{3,20})[ \t]{0,8}(?P<language>[\w+#.-]{0,40})")


def list_code_blocks(text: str) -> Iterator[tuple[str, str]]:
    """Language and content of every fenced block. An unclosed block extends to the end."""
    ticks, language, lines = "", "", list[str]()
    for line in text.splitlines():
        found = _FENCE.match(line)
        if not ticks and found is not None:
            ticks, language, lines = found["ticks"], found["language"].lower(), []
        elif ticks and line.strip().startswith(ticks) and not line.strip(f" \t{ticks[0]}"):
            yield _ALIASES.get(language, language), "\n".join(lines)
            ticks = ""
        elif ticks:
            lines.append(line)
    if ticks:
        yield _ALIASES.get(language, language), "\n".join(lines)


def find_json(text: str) -> tuple[str, Any] | None:
    """The first complete JSON value with its source text: from a code block, the whole text, or inside it."""
    for source in (*(block for _, block in list_code_blocks(text)), text):
        read = _read_json(source.strip(), 0)
        if read is not None and read[1] == len(source.strip()):
            return source.strip(), read[0]
    brackets = (found.start() for found in re.finditer(r"[{\[]", text))
    for start, _ in zip(brackets, range(MOST_TRIES), strict=False):
        read = _read_json(text, start)
        if read is not None:
            return text[start : read[1]], read[0]
    return None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


_decoder = json.JSONDecoder(parse_constant=_refuse)


def _read_json(text: str, start: int) -> tuple[Any, int] | None:
    try:
        return _decoder.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None


class Json(Step):
    """Keeps the first complete JSON value, from a code block or from anywhere in the text."""

    title = "JSON"

    def apply(self, text: str) -> str | None:
        found = find_json(text)
        return None if found is None else found[0]


class JsonPath(Step):
    """Parses the text as JSON and keeps one value, by a path such as `answer`, `result.value` or `items[0].name`.

    Strings are kept as they are, other values as JSON. A missing or null value is nothing.
    """

    title = "Field of JSON"
    short = "path"
    path: str = Field(
        min_length=1, max_length=500, description="Names and indexes with dots; negative indexes count from the end."
    )

    def apply(self, text: str) -> str | None:
        found = find_json(text)
        value = None if found is None else found[1]
        for part in re.split(r"\.|(?=\[)", self.path):
            value = _get_part(value, part.strip("[]\"' "))
        if value is None or isinstance(value, str):
            return value
        return json.dumps(value, ensure_ascii=False)


def _get_part(value: Any, part: str) -> Any:  # noqa: ANN401 - JSON
    if not part:
        return value
    if isinstance(value, dict):
        return value.get(part)
    if isinstance(value, list) and re.fullmatch(r"-?\d{1,9}", part):
        number = int(part)
        return value[number] if -len(value) <= number < len(value) else None
    return None


class CodeBlock(Step):
    """Keeps the content of a fenced code block."""

    title = "Code block"
    short = "language"
    language: str | None = Field(None, description="Only blocks of this language or without a language.")
    which: str = Field("first", pattern="^(first|last|all)$", description="Which block: first, last or all.")
    required: bool = Field(True, description="Find nothing if there is no block; otherwise keep the whole text.")

    def apply(self, text: str) -> str | None:
        wanted = self.language and _ALIASES.get(self.language.lower(), self.language.lower())
        blocks = [content for language, content in list_code_blocks(text) if not wanted or language in {wanted, ""}]
        if not blocks:
            return None if self.required else text
        return "\n\n".join(blocks) if self.which == "all" else blocks[-1 if self.which == "last" else 0]
