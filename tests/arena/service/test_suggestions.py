from llmbattler.arena import limits
from llmbattler.arena.service.suggestions import SUGGESTED, SUGGESTED_HASHES
from llmbattler.generation.named_questions.service import hash_question


def test_suggestions_are_short_different_and_known_again() -> None:
    assert len({one.title for one in SUGGESTED}) == len(SUGGESTED) == len(SUGGESTED_HASHES)
    for one in SUGGESTED:
        assert 0 < len(one.prompt) <= min(400, limits.PROMPT_CHARS)
        assert hash_question(f"  {one.prompt.upper()} ") in SUGGESTED_HASHES
