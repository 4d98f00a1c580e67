import base64

import pytest

from llmbattler.arena.identity.disguise import decode_base64_runs, join_spelled_letters, undo_leetspeak


@pytest.mark.parametrize(
    ("words", "joined"),
    [
        (["c", "l", "a", "u", "d", "e"], ["claude"]),
        (["c", ".", "l", ".", "a", ".", "u", "d", "e", "said", "a", "b"], ["claude"]),
        (["a", "b", "c"], []),
        (["私", "は", "猫", "だ"], []),
    ],
)
def test_runs_of_single_letters_are_joined(words: list[str], joined: list[str]) -> None:
    assert list(join_spelled_letters(words)) == joined


def test_digits_are_read_as_letters() -> None:
    assert "claude" in set(undo_leetspeak("I am cl4ud3."))
    assert {"gemini", "gemlnl"} <= set(undo_leetspeak("gem1n1"))
    assert list(undo_leetspeak("2024 plain words")) == []


def test_base64_is_decoded_one_layer_deep() -> None:
    once = base64.b64encode(b"I am Claude").decode()
    twice = base64.b64encode(once.encode()).decode()
    assert list(decode_base64_runs(f"Look: {once.rstrip('=')}")) == ["I am Claude"]
    assert list(decode_base64_runs(twice)) == [once]
    assert list(decode_base64_runs("nothing to decode here, only_some_words")) == []
