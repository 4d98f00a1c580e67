"""The categories of a conversation, found by rules without a model or network access. See docs/categories.md."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from llmbattler.core.text.phrases import PAUSES, Phrases, fold, tokens, words_of

from . import category_cues as cues
from .category_patterns import ADDRESS, ARITHMETIC, CODE, DENSE, FORMULA, IDENTIFIER, IN_LANGUAGE, QUANTITY

CODING = "coding"
MATH = "math"
CREATIVE_WRITING = "creative_writing"
INSTRUCTION_FOLLOWING = "instruction_following"
LONGER_QUERY = "longer_query"
MULTI_TURN = "multi_turn"
HARD = "hard"
VISION = "vision"
CATEGORIES = (CODING, MATH, CREATIVE_WRITING, INSTRUCTION_FOLLOWING, LONGER_QUERY, MULTI_TURN, HARD, VISION)

LONG_FROM = 500
"""A prompt with at least this many estimated tokens is a longer query."""
_CHARACTERS_PER_TOKEN = 4
_HEAD, _TAIL = 8_000, 4_000
"""Characters read at the start and at the end of a very long prompt."""
_HARD_FROM = 4
_WORDY, _VERY_WORDY = 16, 28
_LONG_WORD = 9
_LEARNED, _VERY_LEARNED = 0.16, 0.27
"""Shares of long words that indicate expert language."""
_MANY_PARTS = 3
_SHORTEST_SINGULAR = 3
_SPAN = 7
"""Most words between the verb and the noun of "write a short, sad poem"."""

_FENCE = "```"
_PARTS = PAUSES | frozenset(words_of("and with including und mit et avec y con e com 和 及 と"))


@dataclass(frozen=True, slots=True)
class Turn:
    prompt: str
    answers: tuple[str, ...] = ()
    images: int = 0


class _Cue(Enum):
    STRONG = auto()
    WEAK = auto()
    NOTHING = auto()


def _phrases(strong: str, weak: str = "", nothing: str = "") -> Phrases[_Cue]:
    blocks = ((weak, _Cue.WEAK), (strong, _Cue.STRONG), (nothing, _Cue.NOTHING))
    return Phrases(
        (words, cue) for block, cue in blocks for text in block.replace("\n", "|").split("|") for words in _forms(text)
    )


def _forms(text: str) -> list[tuple[str, ...]]:
    """Return a phrase and its regular plural."""
    words = words_of(text)
    plural = len(words) == 1 and words[0].isascii() and len(words[0]) > _SHORTEST_SINGULAR
    return [words, (words[0] + "s",)] if plural else [words]


_CODING = _phrases(cues.CODING_STRONG, cues.CODING_WEAK, cues.CODING_NOT)
_MATH = _phrases(cues.MATH_STRONG, cues.MATH_WEAK)
_ASKED = _phrases(cues.HOW_MUCH)
_STORY_SUM = _phrases(cues.LEFT_OVER)
_NOUNS = _phrases(cues.CREATIVE_NOUNS, nothing=cues.NOT_CREATIVE)
_VERBS = _phrases(cues.CREATIVE_VERBS)
_STYLE = _phrases(cues.CREATIVE_STYLE)
_COUNTED = _phrases(cues.COUNTED)
_LIMITS = _phrases(cues.LIMITS)
_INSTRUCTIONS = _phrases(cues.INSTRUCTIONS)
_HARD_VERBS = _phrases(cues.HARD_VERBS)
_HARD_TERMS = _phrases(cues.HARD_TERMS)
_NUMBER_WORDS = frozenset(words_of(cues.NUMBERS))
_QUESTION_WORDS = frozenset(words_of(cues.QUESTION_WORDS))


def categorize(turns: Sequence[Turn]) -> frozenset[str]:
    """Return all categories that the turns so far belong to."""
    found: set[str] = set()
    for turn in turns:
        found |= _of_turn(turn)
    if len(turns) > 1:
        found.add(MULTI_TURN)
    return frozenset(found)


def _of_turn(turn: Turn) -> set[str]:
    text = ADDRESS.sub(" ", fold(_readable(turn.prompt)))
    words = tokens(text)
    found = {VISION} if turn.images else set()
    if estimated_tokens(turn.prompt) >= LONG_FROM:
        found.add(LONGER_QUERY)
    creative = _is_creative(words)
    code = any(pattern.search(text) for pattern in (CODE, IDENTIFIER))
    if _is_coding(
        words, code=code, in_language=bool(IN_LANGUAGE.search(text)), creative=creative, answers=turn.answers
    ):
        found.add(CODING)
    elif creative:
        found.add(CREATIVE_WRITING)
    if _is_math(text, words, code=code or CODING in found):
        found.add(MATH)
    constraints = _constraints(words)
    if constraints:
        found.add(INSTRUCTION_FOLLOWING)
    if _is_hard(words, found, constraints):
        found.add(HARD)
    return found


def _readable(prompt: str) -> str:
    """Return the start and the end of a long prompt: the request is there, the middle is mostly material."""
    if len(prompt) <= _HEAD + _TAIL:
        return prompt
    return f"{prompt[:_HEAD]}\n{prompt[-_TAIL:]}"


def estimated_tokens(text: str) -> int:
    """Estimate the token count: four letters per token, one token per Chinese, Japanese or Korean character."""
    dense = len(DENSE.findall(text))
    return dense + (len(text) - dense) // _CHARACTERS_PER_TOKEN


def _count(phrases: Phrases[_Cue], words: Sequence[str]) -> Counter[_Cue]:
    return Counter(cue for _, _, cue in phrases.find(words))


def _is_coding(words: Sequence[str], *, code: bool, in_language: bool, creative: bool, answers: Sequence[str]) -> bool:
    cue = _count(_CODING, words)
    if creative:
        return code and bool(cue[_Cue.STRONG])
    if code or cue[_Cue.STRONG]:
        return True
    weak = cue[_Cue.WEAK] + in_language
    fenced = bool(answers) and all(_FENCE in answer for answer in answers)
    return weak + fenced >= 2  # noqa: PLR2004


def _is_math(text: str, words: Sequence[str], *, code: bool) -> bool:
    cue = _count(_MATH, words)
    formula = bool(FORMULA.search(text) or ARITHMETIC.search(text))
    if code:
        return False
    if cue[_Cue.STRONG] or formula:
        return True
    numbers = len(QUANTITY.findall(text))
    if cue[_Cue.WEAK] and numbers and any(word in ("calculate", "compute", "mal") for word in words):
        return True
    sums = _count(_STORY_SUM, words).total()
    return numbers >= 2 and sums > 0 and _count(_ASKED, words).total() > 0  # noqa: PLR2004


def _is_creative(words: Sequence[str]) -> bool:
    if any(_STYLE.find(words)):
        return True
    if words and words[0] in _QUESTION_WORDS:
        return False
    verbs = list(_VERBS.find(words))
    before = {end for _, end, _ in verbs}
    after = {end for start, end, _ in verbs if not words[start].isascii()}
    return any(
        start <= 1
        or any(start - gap in before for gap in range(_SPAN + 1))
        or any(start + gap in after for gap in range(_SPAN + 1))
        for start, _, cue in _NOUNS.find(words)
        if cue is not _Cue.NOTHING
    )


def _constraints(words: Sequence[str]) -> int:
    said = _count(_INSTRUCTIONS, words).total()
    limits = {end for _, end, _ in _LIMITS.find(words)}
    for start, end, _ in _COUNTED.find(words):
        near = range(max(0, start - 4), min(len(words), end + 2) + 1)
        number = any(_is_number(words[place]) for place in range(max(0, start - 3), start))
        said += number and any(place in limits for place in near)
    return said


def _is_number(word: str) -> bool:
    return word.isdigit() or word in _NUMBER_WORDS


def _is_hard(words: Sequence[str], found: set[str], constraints: int) -> bool:
    """Add points for length, long words, several parts, verbs of reasoning, code and mathematics."""
    length = sum(word not in PAUSES for word in words)
    dense = sum(not word.isascii() and len(word) == 1 for word in words)
    size = length - dense + dense // 2
    learned = sum(len(word) >= _LONG_WORD for word in words) / max(length, 1)
    parts = sum(word in _PARTS for word in words)
    verbs, terms = _count(_HARD_VERBS, words).total(), _count(_HARD_TERMS, words).total()
    points = min(2, verbs) + min(2, terms)
    points += (size >= _WORDY) + (size >= _VERY_WORDY) + (parts >= _MANY_PARTS)
    points += (learned >= _LEARNED) + (learned >= _VERY_LEARNED) if size >= _WORDY // 2 else 0
    points += (CODING in found or MATH in found) + (constraints > 1) + (LONGER_QUERY in found)
    return verbs + terms > 0 and points >= _HARD_FROM
