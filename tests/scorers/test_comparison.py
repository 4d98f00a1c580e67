import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scorers.scored_cases import make_case

from llmbattler.scorers.comparison import find_answer, list_targets, list_tokens, normalize
from llmbattler.scorers.errors import NoTarget


@pytest.mark.parametrize("said", [None, "", "  \n"])
def test_an_empty_answer_is_no_answer(said: str | None) -> None:
    assert find_answer(make_case(said)) is None


@pytest.mark.parametrize(
    ("target", "texts"),
    [("a", ["a"]), (["a", 5, None], ["a", "5"]), (True, ["true"]), ({"a": "é"}, ['{"a": "é"}']), (0, ["0"])],
)
def test_a_target_is_one_text_or_several(target: object, texts: list[str]) -> None:
    assert list_targets(make_case("x", target)) == texts


@pytest.mark.parametrize("target", [None, [], [None]])
def test_a_missing_target_is_an_error(target: object) -> None:
    with pytest.raises(NoTarget):
        list_targets(make_case("x", target))


def test_words_are_counted_as_in_squad() -> None:
    assert list_tokens("The  Eiffel-Tower, a tower!") == ["eiffeltower", "tower"]
    assert list_tokens("東京 tower") == ["東", "京", "tower"]


@given(st.text(max_size=40), st.booleans(), st.booleans(), st.booleans())
def test_normalization_is_idempotent(text: str, case: bool, punctuation: bool, articles: bool) -> None:
    once = normalize(text, case=case, space=True, punctuation=punctuation, articles=False)
    assert normalize(once, case=case, space=True, punctuation=punctuation, articles=False) == once
    assert "  " not in normalize(text, case=case, space=True, punctuation=punctuation, articles=articles)
