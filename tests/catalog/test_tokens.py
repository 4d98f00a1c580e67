import pytest

from llmbattler.catalog.tokens import estimate_tokens


@pytest.mark.parametrize(("characters", "tokens"), [(0, 0), (1, 1), (4, 1), (5, 2), (400, 100)])
def test_tokens_are_estimated_and_rounded_up(characters: int, tokens: int) -> None:
    assert estimate_tokens(characters) == tokens
