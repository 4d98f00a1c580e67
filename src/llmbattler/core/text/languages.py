"""The language of a text: by its script, or by the model in the package `py3langid`. Nothing is downloaded."""

import re
from collections.abc import Collection
from functools import cache
from threading import Lock
from typing import Any

from ..manifests import load
from .normalization import normalize

_CODE = re.compile(
    r"```[^`]*(?:`{1,2}[^`]+)*(?:```|\Z)|`[^`\n]{1,200}`|https?://\S{1,500}|\S{1,64}@\S{1,64}|<[^<>\n]{1,200}>"
)
_READ = 4_000
"""Characters read; more would not change the result."""

_SCRIPTS = (
    ("ja", "\u3041-\u30ff\u31f0-\u31ff"),
    ("ko", "\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3"),
    ("zh", "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3105-\u312f"),
    ("th", "\u0e00-\u0e7f"),
    ("he", "\u0590-\u05ff"),
    ("el", "\u0370-\u03ff"),
    ("devanagari", "\u0900-\u097f"),
    ("bn", "\u0980-\u09ff"),
    ("pa", "\u0a00-\u0a7f"),
    ("gu", "\u0a80-\u0aff"),
    ("ta", "\u0b80-\u0bff"),
    ("te", "\u0c00-\u0c7f"),
    ("kn", "\u0c80-\u0cff"),
    ("ml", "\u0d00-\u0d7f"),
    ("ka", "\u10a0-\u10ff"),
    ("hy", "\u0530-\u058f"),
    ("cyrillic", "\u0400-\u052f"),
    ("arabic", "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff"),
    ("latin", "a-z\u00aa-\u024f\u1e00-\u1eff"),
)
_SCRIPT = [(name, re.compile(f"[{ranges}]")) for name, ranges in _SCRIPTS]
_SHARED = {
    "latin": frozenset(
        [
            "ca",
            "cs",
            "da",
            "de",
            "en",
            "es",
            "fi",
            "fr",
            "hr",
            "hu",
            "id",
            "it",
            "nl",
            "no",
            "pl",
            "pt",
            "ro",
            "sk",
            "sv",
            "sw",
            "tr",
            "vi",
        ]
    ),
    "cyrillic": frozenset({"bg", "ru", "sr", "uk"}),
    "arabic": frozenset({"ar", "fa", "ur"}),
    "devanagari": frozenset({"hi", "mr", "ne"}),
}
"""Scripts in which several languages are written. All others name their language."""
LANGUAGES = frozenset({name for name, _ in _SCRIPTS} - _SHARED.keys()).union(*_SHARED.values())
"""All languages that can be detected."""

_MANY_IN_A_LETTER = 3.0
"""One Chinese or Korean character carries about as much information as three letters."""
_DENSE = frozenset({"zh", "ja", "ko"})
_FEWEST_LETTERS = 4
_FEWEST_LETTERS_DENSE = 2
_LEAST_SHARE = 0.3
"""Of the probability of all languages in question; below it the language is unknown. Chosen on labeled prompts."""
_loading = Lock()


def detect_language(text: str) -> str | None:
    """Return the ISO 639-1 code, or None when the text is too short, only code, or ambiguous."""
    words = remove_code(text).casefold()
    script = _find_script(words)
    return _ask_model(words, _SHARED[script]) if script in _SHARED else script


def remove_code(text: str) -> str:
    """Return the beginning of a text without code, addresses and tags, which say nothing about its language."""
    return normalize("NFC", _CODE.sub(" ", text[:_READ])).strip()


def _find_script(text: str) -> str | None:
    counts = {name: len(pattern.findall(text)) for name, pattern in _SCRIPT}
    if counts["ja"] and counts["ja"] * 12 >= counts["zh"]:
        counts["ja"] += counts["zh"]
        counts["zh"] = 0
    weights = {name: count * (_MANY_IN_A_LETTER if name in _DENSE else 1.0) for name, count in counts.items()}
    name = max(weights, key=lambda script: weights[script])
    enough = _FEWEST_LETTERS_DENSE if name in _DENSE else _FEWEST_LETTERS
    return name if counts[name] >= enough else None


def _ask_model(text: str, rivals: Collection[str]) -> str | None:
    with _loading:
        model = _load_model()
    ranked = [(share, language) for language, share in model.rank(text) if language in rivals]
    share, language = max(ranked)
    return language if share >= _LEAST_SHARE * sum(share for share, _ in ranked) else None


@cache
def _load_model() -> Any:  # noqa: ANN401 - the package has no types
    """Load the model at its first use: it takes time and memory, less without the languages we do not offer."""
    identifier = load("py3langid.langid:LanguageIdentifier")
    whole = identifier.from_model_file(load("py3langid.langid:MODEL_FILE"))
    whole.set_languages(sorted(frozenset[str]().union(*_SHARED.values())))
    return identifier(
        whole.nb_ptc,
        whole.nb_pc,
        whole.nb_classes,
        whole.tk_nextmove,
        whole.tk_output,
        norm_probs=True,
        tk_row=whole.tk_row,
    )
