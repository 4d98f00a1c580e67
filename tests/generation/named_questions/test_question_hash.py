import pytest

from llmbattler.generation.named_questions.question_hash import hash_question, words_of_hash


@pytest.mark.parametrize(
    "same", ["what  is\nthis?", "WHAT IS THIS?", "wh\u200bat is this?", "ｗｈａｔ is this?", " What is this? "]
)
def test_questions_that_read_the_same_have_one_hash(same: str) -> None:
    assert hash_question(same) == hash_question("What is this?")


def test_other_words_or_files_give_another_hash() -> None:
    plain, one, other = (hash_question("What is this?", files) for files in ((), ("a",), ("b",)))
    assert len({plain, one, other, hash_question("What was this?")}) == 4
    assert {words_of_hash(found) for found in (plain, one, other)} == {plain}
    assert hash_question("What is this?", ("a", "b")) == hash_question("What is this?", ("b", "a"))
