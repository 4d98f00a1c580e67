"""Questions that ask a model who it is, in many languages.

`{a/b}` stands for either, `<n>` for any known maker or family; `^` asks for the beginning of a clause, `$` for its end.
"""

from llmbattler.core.text.word_lists import read_word_lists

_LISTS = read_word_lists("llmbattler.arena.identity", "question_phrases.txt")

QUESTIONS = _LISTS["QUESTIONS"]

# Removed before matching, so that they cannot be used to break up a question.
FILLERS = _LISTS["FILLERS"]
LEADS = _LISTS["LEADS"]
TAILS = _LISTS["TAILS"]
ABOUT_TEXTS = _LISTS["ABOUT_TEXTS"]

# A clause of only these three kinds of words, with at least one YOU and one WHO word, also asks for an identity.
YOU = _LISTS["YOU"]
YOU_CHARACTERS = "你您君너당"
WHO = _LISTS["WHO"]
WHO_CHARACTERS = _LISTS["WHO_CHARACTERS"]
GLUE = _LISTS["GLUE"]
GLUE_CHARACTERS = _LISTS["GLUE_CHARACTERS"]
