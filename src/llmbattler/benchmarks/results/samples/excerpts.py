"""A sample in one line. Pure."""

import json
from collections.abc import Collection, Mapping
from typing import Any

LONGEST = 200
FIRST = ("question", "prompt", "input", "problem", "instruction", "text")
"""Columns that usually say what is asked."""


def make_excerpt(fields: Mapping[str, Any], besides: Collection[Any] = (), *, longest: int = LONGEST) -> str:
    """The column that says what is asked, or else the longest text, on one line and not too long.

    `besides` are values that say something else: what is right, and tags.
    """
    known = {name.lower(): value for name, value in fields.items()}
    likely = [known[name] for name in FIRST if isinstance(known.get(name), str)]
    texts = [value for value in fields.values() if isinstance(value, str)]
    asking = sorted((value for value in texts if value not in besides), key=len, reverse=True)
    chosen = (likely or asking or texts or [json.dumps(dict(fields), ensure_ascii=False)])[0]
    return cut(chosen, longest)


def cut(text: str, longest: int) -> str:
    line = " ".join(text[: 4 * longest].split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
