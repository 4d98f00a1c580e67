"""Text comparison for scorers: the answer, the targets, and normalization."""

import json
import re
from typing import Any

from llmbattler.core.text.normalization import normalize as normalize_unicode

from .contract import Case, Score
from .errors import NoTarget
from .punctuation import PUNCTUATION

_ARTICLES = re.compile(r"\b(?:a|an|the)\b", re.IGNORECASE)
_SPACED = {ord(sign): " " for sign in PUNCTUATION}
# In scripts without spaces between words, every character is a token.
_UNSPACED = re.compile(r"([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u0e00-\u0e7f])")


def find_answer(case: Case) -> str | None:
    """The extracted answer; `None` if it is missing or blank."""
    extracted = case.answer.extracted
    return extracted if extracted is not None and extracted.strip() else None


def unparsed(reason: str = "No answer could be extracted.") -> Score:
    return Score(value=None, reason=reason)


def list_targets(case: Case) -> list[str]:
    """Every accepted text: the target, or each item of a list."""
    several = case.target if isinstance(case.target, list | tuple) else [case.target]
    found = [write_value(target) for target in several if target is not None]
    if not found:
        raise NoTarget
    return found


def write_value(value: Any) -> str:  # noqa: ANN401 - whatever a dataset holds
    """A value of a dataset as text."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def normalize(text: str, *, case: bool, space: bool, punctuation: bool, articles: bool) -> str:
    """Normalize a text; each flag removes one kind of difference."""
    text = normalize_unicode("NFKC", text)
    if case:
        text = text.casefold()
    if punctuation:
        text = text.translate(dict.fromkeys(_SPACED))
    if articles:
        text = _ARTICLES.sub(" ", text)
    return " ".join(text.split()) if space or articles else text


def list_tokens(text: str) -> list[str]:
    """Tokens as in SQuAD: lowercase, without punctuation and articles."""
    bare = normalize(text, case=True, space=True, punctuation=True, articles=True)
    return _UNSPACED.sub(r" \1 ", bare).split()
