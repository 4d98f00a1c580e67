"""Reads the number that an answer states as its result."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from .locales import Locale, find_locale
from .notation import Written, find_numbers
from .number_words import read_words
from .plain_text import simplify
from .statements import Statement, find_statement, list_lines, list_sentences

_BECAUSE = re.compile(
    r"[,;]?\s\(?(?:because|since|as\s(?:there|the|each|we|he|she|it)|which\smeans|where|denn|weil|da\s|car|parce\sque|puisque"
    r"|porque|perché|потому|так\sкак)\b|因为|なぜなら|ので",
    re.IGNORECASE,
)
_NOT_BUT = re.compile(
    r"\b(?:not|nicht|pas|no|non|não|не)\b[^.]{0,60}?\b(?:but|sondern|mais|sino|ma|mas|а|it\sis|it[\'’]s)\b(?P<said>.*)",
    re.IGNORECASE,
)
_REFUTED = re.compile(
    r"\b(?:not|nicht|pas|not\s(?:equal\sto|about))\s[$€£]?-?(?=\d)"
    r"|\b(?:unknown|undefined|infinit\w+|insufficient|none|impossible)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\d[^\s]{0,10}\s(?:is|are|was)(?:\snot|n['’]t)\b", re.IGNORECASE)
_SO = re.compile(
    r"\b(?:so|therefore|thus|hence|thereby|also|donc|somit|folglich|for\sa\stotal\sof)\b,?|所以|因此", re.IGNORECASE
)
_OR = re.compile(r"\s(?:or|oder|ou|o|oppure|или|lub|eller|veya|atau)\s|或|または", re.IGNORECASE)
_EQUALS = re.compile(r"(?:(?<![<>!])=|≈|≃|⇒|→|=>|->)+")
_ASSIGNED = re.compile(r"(?<![^\W_])(?P<name>[a-z])\s?=", re.IGNORECASE)
_ARITHMETIC = re.compile(r"\d\s?[-+×x*/÷·]\s?[$€£]?\d")
_PREPOSITION = re.compile(r"\s(?:in|out\sof|of|for|over|from|that|at|on|per|during|after|with)\s", re.IGNORECASE)
_PREDICATE = re.compile(
    r"\b(?:is|are|was|were|be|equals|makes|gives|yields|comes\sto|ist|sind|est|es|è|é)\b", re.IGNORECASE
)
_ALGEBRA = re.compile(
    r"(?<![^\W_])(?:(?<!\d\s)[a-z]|[abcntxyz])\s?\^|(?<![^\W_])[a-z]\s?[-+*/×]\s?\d|\d\s?[-+*/×]\s?[a-z](?![^\W_])",
    re.IGNORECASE,
)
"""Expressions with unknowns; after a number, the letter before `^` is a unit."""
_PART_OF_ALL = re.compile(r"^\W{0,3}one\sof\b", re.IGNORECASE)
_LEADING = re.compile(
    r"^[\s,:]{0,3}(?:for|in|after|with|out\sof|of|on|at|by|within|during)\s(?:[a-z]+\s){0,2}?[$]?\d[\d.,]{0,20}\s[a-z]+,?\s",
    re.IGNORECASE,
)
_EACH = re.compile(r"\b(?:each|every|per|if|either|between|from|jeweils|chaque|cada)\b", re.IGNORECASE)
_PARENTHESES = re.compile(r"\([^()\n]{0,300}\)|\[[^\[\]\n]{0,300}\]")
_COORDINATES = re.compile(r"\s*[$]?[(\[{]\s?-?[\d.]+\s?[,;].*[)\]}]|\s*\([$€£]\s?[\d.,]+\)\s*$")
_SIGN_WORD = re.compile(r"\b(?:minus|negative|moins|menos|meno|минус)\s(?=[$€£]?\d)|[负負]\s?(?=\d)", re.IGNORECASE)
_SPACED_SIGN = re.compile(r"^\s*-\s(?=\d)")
_ENUMERATED = re.compile(r"^\s{0,8}(?:\d{1,2}[.)]|[-*•])\s{1,4}(?=\S)")
_FACTORIAL = re.compile(r"\d!")
_BARE_FACTORIAL = re.compile(r"\W*\d+!\W*")
_SINCE = re.compile(r"^\W{0,3}(?:since|because|da|weil|comme|como)\s[^,]*,(?P<said>.*)", re.IGNORECASE)
_REFUSED = re.compile(
    r"\b(?:more information|not enough information|cannot (?:be determined|determine)"
    r"|can['’]t (?:help|determine)|sorry)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read in an answer."""

    value: Fraction | None
    percent: bool = False
    rest: str = ""
    """The text after the number, which may begin with a unit."""
    statement: str = ""
    """The part of the answer that was read."""
    doubt: str = ""
    """Why nothing was read."""


SUBJECT_AND_PREDICATE = 2
NO_NUMBER = "The answer contains no number."
NO_RESULT = "The answer states no single number as its result."
Wanted = Callable[[Written], bool]


def read_number(text: str, language: str | None = None, *, wanted: Wanted = lambda _: True) -> Reading:
    """The number that the text states as its result; none where two readings are possible."""
    plain = simplify(text)
    statement = find_statement(plain)
    locale = find_locale(language)
    found = None if statement is None else _Reader(locale, language, wanted).read_statement(statement, plain)
    if statement is None or found is None:
        return Reading(None, doubt=_explain(plain if statement is None else statement.text, plain, locale))
    return Reading(found.value, found.percent, found.rest, statement.text)


def _explain(statement: str, text: str, locale: Locale) -> str:
    """Why no number was read."""
    written = [one.text.strip() for one in find_numbers(statement, locale)]
    if len(written) == 1:
        return f"“{written[0]}” can be read in more than one way."
    if written:
        return f"The answer states several numbers: {', '.join(written[:5])}."
    return NO_RESULT if any(find_numbers(text, locale)) else NO_NUMBER


def list_numbers(text: str, language: str | None = None) -> list[Written]:
    r"""All numbers of a text; those of the last `\boxed{…}`, if there is one. Unclear ones have no value."""
    plain, locale = simplify(text), find_locale(language)
    statement = find_statement(plain)
    boxed = list(find_numbers(statement.text, locale)) if statement is not None and statement.boxed else []
    return boxed or list(find_numbers(plain, locale))


class _Reader:
    def __init__(self, locale: Locale, language: str | None, wanted: Wanted) -> None:
        self._locale, self._language, self._wanted = locale, language, wanted

    def read_statement(self, statement: Statement, text: str) -> Written | None:
        if statement.revision:
            return self._read_revised(statement)
        if statement.marked:
            if _BARE_FACTORIAL.fullmatch(statement.text) or (statement.boxed and _FACTORIAL.search(statement.text)):
                return None
            sentences = list_sentences(statement.text)
            return self._read_first(sentences) if sentences else None
        return None if _REFUSED.search(text) else self._read_last(list_lines(text))

    def _read_revised(self, statement: Statement) -> Written | None:
        later = [one for line in list_lines(statement.revision) for one in list_sentences(line)]
        said = [one for one in later if self._has_number(one)]
        if said:
            return self.read_sentence(said[-1])
        return self._read_first(list_sentences(statement.text))

    def _read_first(self, sentences: Sequence[str]) -> Written | None:
        """The first sentence with a number; the others explain it."""
        said = next((one for one in sentences if self._has_number(one)), None)
        return None if said is None else self.read_sentence(said)

    def _read_last(self, lines: Sequence[str]) -> Written | None:
        """The last sentence with a number. Words count in the last line only."""
        for at, line in enumerate(reversed(lines)):
            for sentence in reversed(list_sentences(_ENUMERATED.sub("", line))):
                if self._has_digits(sentence) or (at == 0 and self._has_number(sentence)):
                    return self.read_sentence(sentence)
        return None

    def _has_digits(self, text: str) -> bool:
        return next(find_numbers(text, self._locale), None) is not None

    def _has_number(self, text: str) -> bool:
        return self._has_digits(text) or read_words(text, self._language) != []

    def read_sentence(self, sentence: str) -> Written | None:
        if _COORDINATES.match(sentence) or _PART_OF_ALL.match(sentence):
            return None
        sentence = _SPACED_SIGN.sub("-", _SIGN_WORD.sub("-", sentence))
        since = _SINCE.match(sentence)
        sentence = self._cut_reason(sentence if since is None or not self._has_number(since["said"]) else since["said"])
        sentence = self._remove_parentheses(sentence)
        contrast = _NOT_BUT.search(sentence)
        if contrast is not None and self._has_number(contrast["said"]):
            sentence = contrast["said"]
        elif _DENIED.search(sentence):
            return None
        elif refuted := _REFUTED.search(sentence):
            sentence = sentence[: refuted.start()]
        if not self._has_digits(sentence):
            return self._read_words(sentence)
        return self._settle(sentence)

    def _cut_reason(self, sentence: str) -> str:
        for found in _BECAUSE.finditer(sentence):
            if self._has_number(sentence[: found.start()]):
                return sentence[: found.start()]
        return sentence

    def _remove_parentheses(self, sentence: str) -> str:
        bare = _PARENTHESES.sub(" ", sentence)
        if not self._has_number(bare):
            return sentence
        return bare.partition("(")[0] if self._has_number(bare.partition("(")[0]) else bare

    def _read_words(self, sentence: str) -> Written | None:
        values = set(read_words(sentence, self._language) or [])
        if len(values) != 1:
            return None
        value = Fraction(values.pop())
        if re.search(r"\b(?:minus|negative)\b", sentence, re.IGNORECASE):
            value = -value
        return Written(value, "percent" in sentence, 0, 0, "", "")

    def _settle(self, sentence: str) -> Written | None:
        """One value out of the numbers of a sentence."""
        only = self._only(sentence) or self._only(_LEADING.sub("", sentence))
        if only is not None:
            return only
        if self._names_several(sentence):
            return None
        for part in (self._after_equals(sentence), self._after_so(sentence), self._predicate(sentence)):
            if part is not None:
                return part
        return None

    def _names_several(self, sentence: str) -> bool:
        """Alternatives such as "x = 2 or x = 3", or several unknowns."""
        names = [found["name"].lower() for found in _ASSIGNED.finditer(sentence)]
        if len(set(names)) > 1 or (len(names) > 1 and _OR.search(sentence)):
            return True
        return any(self._has_digits(one) and self._has_digits(other) for one, other in pairwise(_OR.split(sentence)))

    def _only(self, text: str) -> Written | None:
        """The only number of a text; several must be equal."""
        if _ALGEBRA.search(text):
            return None
        found = [one for one in find_numbers(text, self._locale) if self._wanted(one)]
        values = {one.value for one in found}
        if len(values) != 1 or None in values or (_ARITHMETIC.search(text.replace("- ", "")) and len(found) > 1):
            return None
        return found[-1]

    def _after_equals(self, sentence: str) -> Written | None:
        parts = _EQUALS.split(sentence)
        if len(parts) == 1:
            return None
        approximate = "≈" in sentence or "≃" in sentence
        first = self._only(parts[-2 if approximate else 0])
        last = self._only(parts[-1]) or self._find_result(parts[-2], parts[-1])
        return first if last is None or (approximate and first is not None) else last

    def _find_result(self, computed: str, text: str) -> Written | None:
        """The 15 of "9 + 6 = 15 liters out of the 24 liters"."""
        found = list(find_numbers(text, self._locale))
        if not _ARITHMETIC.search(computed) or not found or text[: found[0].start].strip():
            return None
        between = text[found[0].end : found[1].start] if found[1:] else ""
        return found[0] if found[0].value is not None and _PREPOSITION.search(between) else None

    def _after_so(self, sentence: str) -> Written | None:
        parts = _SO.split(sentence)
        if len(parts) == 1 or not self._has_digits(parts[-1]):
            return None
        return self._settle(parts[-1])

    def _predicate(self, sentence: str) -> Written | None:
        parts = _PREDICATE.split(sentence)
        if len(parts) != SUBJECT_AND_PREDICATE or _EACH.search(sentence):
            return None
        return self._only(parts[-1])
