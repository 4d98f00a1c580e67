import pytest

from llmbattler.scorers.extraction import make_pipeline


@pytest.mark.parametrize(
    ("text", "final"),
    [
        ("Let me think.\n\n**Answer:** `Paris`\n\nIt lies on the Seine.", "Paris"),
        (r"So $\boxed{\text{north}}$.", "north"),
        ("Respuesta: rojo", "rojo"),
        ("It is late.\n\nWednesday", "Wednesday"),
        ("Answer: red\n\nWait, it must be blue.", None),
        ("", None),
    ],
)
def test_the_text_that_is_stated_as_the_result(text: str, final: str | None) -> None:
    assert make_pipeline(["final_answer"]).extract(text) == final
