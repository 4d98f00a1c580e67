"""Words and phrases that indicate a category, by strength. `*_NOT` lists phrases that only look like cues."""

from llmbattler.core.text.word_lists import read_word_lists

_LISTS = read_word_lists("llmbattler.generation.classification", "category_cues.txt")

CODING_STRONG = _LISTS["CODING_STRONG"]
CODING_WEAK = _LISTS["CODING_WEAK"]
MATH_STRONG = _LISTS["MATH_STRONG"]
MATH_WEAK = _LISTS["MATH_WEAK"]
HOW_MUCH = _LISTS["HOW_MUCH"]
LEFT_OVER = _LISTS["LEFT_OVER"]
CREATIVE_NOUNS = _LISTS["CREATIVE_NOUNS"]
CREATIVE_VERBS = _LISTS["CREATIVE_VERBS"]
CREATIVE_STYLE = _LISTS["CREATIVE_STYLE"]

# Nouns above that mean something else in these words.
NOT_CREATIVE = _LISTS["NOT_CREATIVE"]
CODING_NOT = _LISTS["CODING_NOT"]
COUNTED = _LISTS["COUNTED"]
LIMITS = _LISTS["LIMITS"]
INSTRUCTIONS = _LISTS["INSTRUCTIONS"]
HARD_VERBS = _LISTS["HARD_VERBS"]
HARD_TERMS = _LISTS["HARD_TERMS"]
NUMBERS = _LISTS["NUMBERS"]
QUESTION_WORDS = _LISTS["QUESTION_WORDS"]
