import pytest

from llmbattler.scorers.extraction import make_pipeline


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("B", "B"),
        (" b. ", "B"),
        ("(b)", "B"),
        ("B) Paris", "B"),
        ("B. Paris", "B"),
        ("B - Paris", "B"),
        ("**C**: because", "C"),
        ("Ｂ", "B"),
        ("The answer is **B**.", "B"),
        ("The correct answer is: (B) Paris", "B"),
        ("**Answer:** B", "B"),
        ("**Answer: B**", "B"),
        ("ANSWER: D", "D"),
        ("answer\n\nB", "B"),
        ("answer is (a).", "A"),
        ("Answer: a", "A"),
        ("I choose option C.", "C"),
        ("I'd go with (E)", "E"),
        ("The best choice would be C", "C"),
        ("B is correct", "B"),
        ("Therefore, option D is the right one.", "D"),
        (r"Answer: $\boxed{A}$", "A"),
        (r"\boxed{\text{D}}", "D"),
        (r"The answer is \textbf{C}.", "C"),
        ("Final Answer: The final answer is B. I hope it is correct.", "B"),
        ("So A and B are wrong. Therefore the correct answer is C: Paris.", "C"),
        ("Option A is wrong. The answer is B", "B"),
        ("First I thought the answer is A. No: the answer is D.", "D"),
        ("The correct option is D because A is wrong", "D"),
        ("Let's see. A is wrong.\n\nC", "C"),
        ("only (B) fits", "B"),
        ("A good thing to say.", None),
        ("The answer is a dog", None),
        ("The answer is not B", None),
        ("Option A is wrong.", None),
        ("It is either A or B", None),
        ("(A) no (B) no", None),
        ("A. one\nB. two\nC. three", None),
        ("It is A's turn", None),
        ("Z", None),
        ("", None),
    ],
)
def test_understands_how_models_name_a_choice(text: str, letter: str | None) -> None:
    assert make_pipeline(["letter"]).extract(text) == letter


def test_only_the_letters_that_exist_are_meant() -> None:
    assert make_pipeline([{"letter": "AB"}]).extract("The answer is C") is None
