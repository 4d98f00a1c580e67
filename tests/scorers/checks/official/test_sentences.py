import pytest

from llmbattler.scorers.checks.official.sentences import split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", []),
        (" \n", []),
        ("No end", ["No end"]),
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("Really?! Yes.", ["Really?!", "Yes."]),
        (
            "Dr. Smith met J. Wilson at 5 p.m. in the U.S. Capitol.",
            ["Dr. Smith met J. Wilson at 5 p.m. in the U.S. Capitol."],
        ),
        ("Fruit, e.g. apples.", ["Fruit, e.g.", "apples."]),
        ("Plan B. Each is good.", ["Plan B.", "Each is good."]),
        ("He paused... and went on. So... Actually no.", ["He paused... and went on.", "So...", "Actually no."]),
        ("See no. 5. then go.", ["See no.", "5. then go."]),
        ("It cost 3.50. Cheap.", ["It cost 3.50.", "Cheap."]),
        ('He said "No!" and left. (Why?) Well.', ['He said "No!"', "and left.", "(Why?)", "Well."]),
        ("“Stop.” He stopped.", ["“Stop.”", "He stopped."]),
        ("a.b.c", ["a.b.c"]),
        ("Acme Inc. However, it ended.", ["Acme Inc.", "However, it ended."]),
    ],
)
def test_sentences_end_as_in_the_published_program(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences
