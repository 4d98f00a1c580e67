import pytest

from llmbattler.connectors.canned.cast import Manner
from llmbattler.connectors.canned.script import Grade, Question, load_script, shorten, speak

SCRIPT = load_script()


def test_there_are_dozens_of_questions_in_several_languages() -> None:
    assert len(SCRIPT) >= 30
    assert len({question.prompt for question in SCRIPT}) == len(SCRIPT)
    assert len({question.language for question in SCRIPT}) >= 7


@pytest.mark.parametrize("question", SCRIPT, ids=lambda question: question.prompt[:30])
def test_every_question_has_three_different_answers_in_every_manner(question: Question) -> None:
    for manner in Manner:
        said = [speak(question, grade, manner) for grade in Grade]
        assert all(said)
        assert len(set(said)) == len(Grade)
    assert question.shorter


def test_lines_are_broken_only_where_they_should_be() -> None:
    sky = next(one for one in SCRIPT if "why the sky is blue" in one.prompt)
    assert "\n" not in sky.answers[Grade.GOOD]
    frost = next(one for one in SCRIPT if "first frost" in one.prompt)
    assert frost.answers[Grade.GOOD].count("\n") == 6
    code = next(one for one in SCRIPT if "Fibonacci" in one.prompt)
    assert "    a, b = 0, 1\n    for _ in range(n):\n" in code.answers[Grade.GOOD]


def test_manners_differ_in_looks() -> None:
    sky = next(one for one in SCRIPT if "why the sky is blue" in one.prompt)
    assert speak(sky, Grade.GOOD, Manner.ORNATE).startswith("**Sunlight")
    assert "\n- So blue" in speak(sky, Grade.GOOD, Manner.ORNATE)
    assert speak(sky, Grade.GOOD, Manner.CHATTY).startswith("Great question! Sunlight")
    assert shorten(sky.answers[Grade.GOOD]).endswith("red ones.")
    code = next(one for one in SCRIPT if "Fibonacci" in one.prompt)
    assert shorten(code.answers[Grade.GOOD]) == code.answers[Grade.GOOD]
