import pytest

from llmbattler.scorers.checks.official.words import count_capital_words, count_words


@pytest.mark.parametrize(
    ("text", "count"),
    [("don't", 2), ("well-known_one 2.5", 4), ("हे पुस्तक आहे", 3), ("① été", 1), ("—", 0)],
)
def test_words_are_runs_of_letters_marks_and_digits(text: str, count: int) -> None:
    assert count_words(text) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("HELLO World", 1),
        ("IT'S", 2),
        ("IT’S", 2),
        ("I DON'T. YOU CANNOT!", 6),
        ("A-B and NASA's", 2),
        ("X,Y", 2),
        ("**YES** (OK) 3D U.S.", 4),
        ("HELLO: world", 1),
        ("HELLO:5world", 0),
        ("GONNA WANNA go", 4),
        ("LEMME'TIS", 4),
        ("lower 5 !", 0),
    ],
)
def test_capital_words_are_those_of_the_penn_treebank(text: str, count: int) -> None:
    assert count_capital_words(text) == count
