"""The language of a prompt, from its script, function words, word endings and letters. No model, no download."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from math import log

from .language_words import ENDINGS, LETTERS, WORDS

_CODE = re.compile(
    r"```[^`]*(?:`{1,2}[^`]+)*(?:```|\Z)|`[^`\n]{1,200}`|https?://\S{1,500}|\S{1,64}@\S{1,64}|<[^<>\n]{1,200}>"
)
_WORD = re.compile(r"[^\W\d_]+(?:['’ʼ\u200c][^\W\d_]+)*")
_READ = 4_000
"""Characters read; more would not change the result."""

_SCRIPTS = (
    ("ja", "\u3041-\u30ff\u31f0-\u31ff"),
    ("ko", "\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3"),
    ("zh", "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3105-\u312f"),
    ("th", "\u0e00-\u0e7f"),
    ("he", "\u0590-\u05ff"),
    ("el", "\u0370-\u03ff"),
    ("hi", "\u0900-\u097f"),
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
_CYRILLIC = frozenset({"ru", "uk", "bg", "sr"})
_ARABIC = frozenset({"ar", "fa", "ur"})
_LATIN = frozenset(WORDS) - _CYRILLIC - _ARABIC
_GROUPS = {"latin": _LATIN, "cyrillic": _CYRILLIC, "arabic": _ARABIC}
LANGUAGES = frozenset(WORDS) | {name for name, _ in _SCRIPTS} - _GROUPS.keys()
"""All languages that can be detected, and so all that have boards."""
_UNSEEN, _GRAMS = 0.3, 2500
_TRIGRAM = 0.5
_SHORTEST_FOR_TRIGRAMS = 3
_MOST_WORDS = 60
_MANY_IN_A_LETTER = 3.0
"""One Chinese or Korean character carries about as much information as three letters."""
_DENSE = frozenset({"zh", "ja", "ko"})

_FEWEST_LETTERS = 4
_FEWEST_LETTERS_DENSE = 2
_LEAST_SCORE = 0.75
_LEAST_LEAD = 0.05
_LONGEST_ENDING = 6
_ENDING = 0.34
_LETTER = 0.5
# Where nothing else decides, prefer the language that more people write.
_HEAD_START = {"en": 0.2, "es": 0.1, "fr": 0.1, "de": 0.1, "ru": 0.3, "pt": 0.05, "it": 0.05, "cs": 0.05, "ar": 0.1}


def _shared(table: dict[str, list[str]]) -> dict[str, dict[str, float]]:
    """Map each mark to the weight it gives to its languages; a mark that few languages share weighs more."""
    owners: dict[str, set[str]] = {}
    for language, marks in table.items():
        for mark in marks:
            owners.setdefault(mark, set()).add(language)
    return {
        mark: dict.fromkeys(languages, 1.0 if len(languages) == 1 else 1.2 / len(languages))
        for mark, languages in owners.items()
    }


def _trigrams(languages: frozenset[str]) -> dict[str, dict[str, float]]:
    """Return the log-likelihood that each trigram adds to a language, learned from the word lists."""
    counts = {language: Counter(_cut(WORDS[language].split())) for language in sorted(languages)}
    totals = {language: grams.total() + _UNSEEN * _GRAMS for language, grams in counts.items()}
    table = {}
    for gram in {gram for grams in counts.values() for gram in grams}:
        logs = {language: log((grams[gram] + _UNSEEN) / totals[language]) for language, grams in counts.items()}
        middle = sum(logs.values()) / len(logs)
        table[gram] = {language: value - middle for language, value in logs.items()}
    return table


def _cut(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        padded = f" {word} "
        yield from (padded[start : start + 3] for start in range(len(padded) - 2))


_BY_WORD = _shared({language: words.split() for language, words in WORDS.items()})
_BY_ENDING = _shared({language: endings.split() for language, endings in ENDINGS.items()})
_BY_TRIGRAM = {script: _trigrams(languages) for script, languages in _GROUPS.items()}
_BY_LETTER = _shared({language: list(letters) for language, letters in LETTERS.items()})


def detect_language(text: str) -> str | None:
    """Return the ISO 639-1 code, or None when the text is too short, only code, or ambiguous."""
    words = unicodedata.normalize("NFC", _CODE.sub(" ", text[:_READ])).casefold()
    script = _script(words)
    return _best(words, script) if script in _GROUPS else script


def _script(text: str) -> str | None:
    counts = {name: len(pattern.findall(text)) for name, pattern in _SCRIPT}
    if counts["ja"] and counts["ja"] * 12 >= counts["zh"]:
        counts["ja"] += counts["zh"]
        counts["zh"] = 0
    weights = {name: count * (_MANY_IN_A_LETTER if name in _DENSE else 1.0) for name, count in counts.items()}
    name = max(weights, key=lambda script: weights[script])
    enough = _FEWEST_LETTERS_DENSE if name in _DENSE else _FEWEST_LETTERS
    return name if counts[name] >= enough else None


def _best(text: str, script: str) -> str | None:
    scores: defaultdict[str, float] = defaultdict(float)
    found = _WORD.findall(text)
    for word in found:
        _weigh(word, scores)
    for letter in set(text):
        for language, weight in _BY_LETTER.get(letter, {}).items():
            scores[language] += weight * _LETTER * min(3, text.count(letter))
    for language in scores.keys() & _HEAD_START.keys():
        scores[language] += _HEAD_START[language]
    for word in found[:_MOST_WORDS]:
        _weigh_trigrams(word, script, scores)
    ranked = sorted(((scores[language], language) for language in _GROUPS[script]), reverse=True)
    (first, language), (second, _) = ranked[:2]
    return language if first >= _LEAST_SCORE and first - second >= _LEAST_LEAD else None


def _weigh_trigrams(word: str, script: str, scores: defaultdict[str, float]) -> None:
    if len(word) < _SHORTEST_FOR_TRIGRAMS:
        return
    share = _TRIGRAM * min(len(word), 8) / 6 / len(word)
    for gram in _cut([word]):
        for language, value in _BY_TRIGRAM[script].get(gram, {}).items():
            scores[language] += value * share


def _weigh(word: str, scores: defaultdict[str, float]) -> None:
    known = _BY_WORD.get(word.replace("’", "'"))
    if known is None and ("'" in word or "’" in word):
        for part in re.split("['’]", word):
            _add(_BY_WORD.get(part, {}), scores)
        return
    if known is not None:
        _add(known, scores)
        return
    for length in range(2, min(_LONGEST_ENDING, len(word) - 2) + 1):
        for language, weight in _BY_ENDING.get(word[-length:], {}).items():
            scores[language] += weight * _ENDING


def _add(weights: dict[str, float], scores: defaultdict[str, float]) -> None:
    for language, weight in weights.items():
        scores[language] += weight
