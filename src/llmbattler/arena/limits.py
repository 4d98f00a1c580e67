"""Limits of a battle, the same for both sides."""

PROMPT_CHARS = 32_000
ANSWER_CHARS = 100_000
IMAGES = 4
TURNS = 50
COMMENT_CHARS = 2_000
TITLE_CHARS = 200
