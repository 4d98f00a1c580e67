import pytest

from llmbattler.scorers.readers.labels import BEFORE, COLON, HEADING, LEADING_COPULA, RESULT, SENTENCE


@pytest.mark.parametrize(
    "text",
    [
        "Answer: 4",
        "final answer = 4",
        "Antwort: 4",
        "答案: 4",
        "الإجابة: 4",
        "उत्तर: 4",
        '"answer": 4',
        "A: 4",
        "#### 4",
        "Answer (in km): 4",
    ],
)
def test_labels_with_a_colon(text: str) -> None:
    found = COLON.search(text)
    assert found is not None
    assert text[found.end() :] == "4"


@pytest.mark.parametrize(
    "text", ["The answer is 4", "Die Antwort lautet 4", "La réponse est 4", "答案是 4", "정답은 4", "उत्तर 4 है"]
)
def test_labels_in_a_sentence(text: str) -> None:
    assert SENTENCE.search(text) is not None


@pytest.mark.parametrize(
    "text", ["I cannot answer this.", "The answer depends on 3 facts", "answering: well", "Panswer"]
)
def test_no_labels(text: str) -> None:
    assert COLON.search(text) is None
    assert SENTENCE.search(text) is None


def test_other_places_of_an_answer() -> None:
    assert RESULT.search("Total: 4") is not None
    assert HEADING.search("Final Answer\n\n4") is not None
    before = BEFORE.search("Therefore 4 is the correct answer.")
    assert before is not None
    assert before["said"] == "Therefore 4"
    assert LEADING_COPULA.sub("", " is 4") == "4"
