import pytest

from llmbattler.scorers.readers.plain_text import simplify
from llmbattler.scorers.readers.statements import find_statement, list_sentences, read_final


@pytest.mark.parametrize(
    ("text", "final"),
    [
        ("So it is 5.\nAnswer: 4", "4"),
        ("The ANSWER: 4\nOr so. answer: 5", "5"),
        (r"Thus \boxed{7}.", "7"),
        ("First.\nLast", "Last"),
        ("The answer is Paris.", "Paris."),
        ("Die Antwort lautet: Rom", "Rom"),
        ("最终答案：东京", "东京"),
        ("Answer:\n\nblue\n\nIt could also be green.", "blue"),
        ("Rome is the answer.", "Rome"),
        ('{"reason": "x", "answer": "Oslo"}', "Oslo"),
        ('{"answer": 42}', "42"),
        ("#### 18", "18"),
        ("Answer: 4\nWait, it is 5.", None),
        ("Answer: 4\n\nQuestion: 3 + 3?\nAnswer: 6", None),
        ("", None),
    ],
)
def test_the_final_answer(text: str, final: str | None) -> None:
    assert read_final(simplify(text)) == final


def test_a_total_counts_only_at_the_end() -> None:
    found = find_statement("Total: 3 apples\nShe eats 1.\nSo 2 are left.")
    assert found is not None
    assert (found.text, found.marked) == ("So 2 are left.", False)


def test_steps_after_the_word_answer_are_no_statement() -> None:
    found = find_statement("Answer: First, 3 + 4 = 7.\nThen 7 - 2 = 5.")
    assert found is not None
    assert (found.text, found.marked) == ("Then 7 - 2 = 5.", False)


def test_abbreviations_and_decimals_end_no_sentence() -> None:
    assert list_sentences("It is 1.5 km, i.e. 1,500 m. That is far.") == ["It is 1.5 km, i.e. 1,500 m.", "That is far."]
