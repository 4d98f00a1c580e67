import pytest

from llmbattler.connectors.demo_data.answers import Grade, Question, load_questions, shorten, write_answer
from llmbattler.connectors.demo_data.demo_models import AnswerStyle

QUESTIONS = load_questions()


def test_there_are_dozens_of_questions_in_several_languages() -> None:
    assert len(QUESTIONS) >= 30
    assert len({question.prompt for question in QUESTIONS}) == len(QUESTIONS)
    assert len({question.language for question in QUESTIONS}) >= 7


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.prompt[:30])
def test_every_question_has_three_different_answers_in_every_style(question: Question) -> None:
    for style in AnswerStyle:
        said = [write_answer(question, grade, style) for grade in Grade]
        assert all(said)
        assert len(set(said)) == len(Grade)
    assert question.shorter


def test_wrapped_lines_are_joined() -> None:
    sky = next(one for one in QUESTIONS if "why the sky is blue" in one.prompt)
    assert "\n" not in sky.answers[Grade.GOOD]
    frost = next(one for one in QUESTIONS if "first frost" in one.prompt)
    assert frost.answers[Grade.GOOD].count("\n") == 6
    code = next(one for one in QUESTIONS if "Fibonacci" in one.prompt)
    assert "    a, b = 0, 1\n    for _ in range(n):\n" in code.answers[Grade.GOOD]


def test_styles_differ_in_format() -> None:
    sky = next(one for one in QUESTIONS if "why the sky is blue" in one.prompt)
    assert write_answer(sky, Grade.GOOD, AnswerStyle.ORNATE).startswith("**Sunlight")
    assert "\n- So blue" in write_answer(sky, Grade.GOOD, AnswerStyle.ORNATE)
    assert write_answer(sky, Grade.GOOD, AnswerStyle.CHATTY).startswith("Great question! Sunlight")
    assert shorten(sky.answers[Grade.GOOD]).endswith("red ones.")
    code = next(one for one in QUESTIONS if "Fibonacci" in one.prompt)
    assert shorten(code.answers[Grade.GOOD]) == code.answers[Grade.GOOD]


def test_a_decimal_point_ends_no_sentence() -> None:
    text = "The interval is 1.96 standard errors wide on each side of the mean.\nIt gets narrower with more data."
    assert shorten(text) == "The interval is 1.96 standard errors wide on each side of the mean."
    assert shorten("空は青い。\n海も青い。") == "空は青い。"
