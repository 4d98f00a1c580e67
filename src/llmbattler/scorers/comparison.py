"""What scorers that compare texts agree on: what was answered, what was right, and when two texts are the same."""

import json
import re
import unicodedata
from typing import Any

from .contract import Case, Score
from .errors import NoTarget
from .punctuation import PUNCTUATION

_ARTICLES = re.compile(r"\b(?:a|an|the)\b", re.IGNORECASE)
_SPACED = {ord(sign): " " for sign in PUNCTUATION}
# Scripts without spaces between words: every sign is a word of its own.
_UNSPACED = re.compile(r"([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u0e00-\u0e7f])")


def find_answer(case: Case) -> str | None:
    """What the extraction found; `None` where it found nothing, or nothing was said."""
    extracted = case.answer.extracted
    return extracted if extracted is not None and extracted.strip() else None


def unparsed(reason: str = "Nothing was found in the answer to compare.") -> Score:
    return Score(value=None, reason=reason)


def list_targets(case: Case) -> list[str]:
    """Every text that counts as right: the target, or each of several."""
    several = case.target if isinstance(case.target, list | tuple) else [case.target]
    found = [write_value(target) for target in several if target is not None]
    if not found:
        raise NoTarget
    return found


def write_value(value: Any) -> str:  # noqa: ANN401 - whatever a dataset holds
    """A value of a dataset as a model would write it."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def normalize(text: str, *, case: bool, space: bool, punctuation: bool, articles: bool) -> str:
    """The text without the differences that shall not count; each flag takes one kind away."""
    text = unicodedata.normalize("NFKC", text)
    if case:
        text = text.casefold()
    if punctuation:
        text = text.translate(dict.fromkeys(_SPACED))
    if articles:
        text = _ARTICLES.sub(" ", text)
    return " ".join(text.split()) if space or articles else text


def list_tokens(text: str) -> list[str]:
    """Words in the manner of SQuAD: small letters, no punctuation, no articles."""
    bare = normalize(text, case=True, space=True, punctuation=True, articles=True)
    return _UNSPACED.sub(r" \1 ", bare).split()
