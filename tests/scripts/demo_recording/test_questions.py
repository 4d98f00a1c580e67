from typing import Any

import pytest
from tests.scripts.checkouts import load

questions = load("demo_recording.questions")
AnswerStyle, DEMO_MODELS = questions.AnswerStyle, load("demo_recording.demo_models").DEMO_MODELS
Grade, shorten, write_answer = questions.Grade, questions.shorten, questions.write_answer
QUESTIONS = questions.load_questions()


def test_there_are_dozens_of_questions_in_several_languages() -> None:
    assert len(QUESTIONS) >= 30
    assert len({question.prompt for question in QUESTIONS}) == len(QUESTIONS)
    assert len({question.language for question in QUESTIONS}) >= 7


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.prompt[:30])
def test_every_question_has_three_different_answers_in_every_style(question: Any) -> None:
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


def test_better_models_have_more_good_answers() -> None:
    best, worst = (choose(DEMO_MODELS, key=lambda one: one.rating) for choose in (max, min))
    for question in (*QUESTIONS, questions.UNKNOWN):
        good = [
            questions.list_answers(question, model).count(write_answer(question, Grade.GOOD, model.style))
            for model in (best, worst)
        ]
        assert good[0] > questions.DRAWS / 2 > good[1]
        assert len(set(questions.list_answers(question, worst))) > 1


def test_a_request_for_a_shorter_answer_is_known_in_every_language() -> None:
    assert {question.shorter for question in QUESTIONS} == set(questions.list_requests())
