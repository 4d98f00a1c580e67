"""Excerpts: a sample in one line."""

import json
from collections.abc import Collection, Mapping
from typing import Any

MAX_CHARS = 200
QUESTION_COLUMNS = ("question", "prompt", "input", "problem", "instruction", "text")
"""Columns that usually contain the question."""


def make_excerpt(fields: Mapping[str, Any], exclude: Collection[Any] = (), *, max_chars: int = MAX_CHARS) -> str:
    """The column with the question, else the max_chars text, cut and on one line.

    `exclude` are values that are not the question: the target and tags.
    """
    known = {name.lower(): value for name, value in fields.items()}
    likely = [known[name] for name in QUESTION_COLUMNS if isinstance(known.get(name), str)]
    texts = [value for value in fields.values() if isinstance(value, str)]
    asking = sorted((value for value in texts if value not in exclude), key=len, reverse=True)
    chosen = (likely or asking or texts or [json.dumps(dict(fields), ensure_ascii=False)])[0]
    return cut(chosen, max_chars)


def cut(text: str, max_chars: int) -> str:
    line = " ".join(text[: 4 * max_chars].split())
    return line if len(line) <= max_chars else line[: max_chars - 1].rstrip() + "…"


def show_value(value: Any) -> str | None:  # noqa: ANN401 - any JSON value of the dataset
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
