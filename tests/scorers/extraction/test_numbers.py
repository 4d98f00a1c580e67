import pytest

from llmbattler.scorers.extraction import make_pipeline
from llmbattler.scorers.readers.statements import find_boxed


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("so 1,234.50 dollars", "1234.5"),
        ("1\u202f000\u202f000 people", "1000000"),
        ("1{,}000", "1000"),
        (r"1\,000", "1000"),
        ("1, 2, 3", "3"),
        ("-5", "-5"),
        ("−5", "-5"),
        ("10-5", "5"),
        ("(10)-5", "5"),
        ("from 10–20", "20"),
        ("costs $-3.50.", "-3.5"),
        ("-$3", "-3"),
        ("€ 12", "12"),
        ("3/4 of it", "0.75"),
        ("1/3", "1/3"),
        ("1 1/2 cups", "1.5"),
        (r"\frac{3}{4}", "0.75"),
        (r"-\dfrac{1}{2}", "-0.5"),
        ("1.2e5", "120000"),
        ("1e-3", "0.001"),
        ("1.2 × 10^5", "120000"),
        (r"3 \times 10^{-2}", "0.03"),
        ("about 50\\%", "50"),
        (".5", "0.5"),
        ("**42**.", "42"),
        ("_42_", "42"),
        ("on 1/2/2024", None),
        ("version 1.2.3", None),
        ("GPT4 and B2B", None),
        ("no number", None),
        ("1/0", None),
        ("1" * 5_000, None),
        (r"\boxed{\frac{3}{4}} of 9", "0.75"),
        (r"\boxed{x} of 9", "9"),
    ],
)
def test_reads_numbers_as_people_write_them(text: str, found: str | None) -> None:
    assert make_pipeline([{"number": "last"}]).extract(text) == found


def test_the_first_number_on_demand() -> None:
    assert make_pipeline([{"number": "first"}]).extract("1 then 2") == "1"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r"so \boxed{x^{2}} here", "x^{2}"),
        (r"\boxed{1} and \boxed{2}", "2"),
        (r"\boxed{1} and \boxed{2", "1"),
        (r"\boxed{\{1\}}", r"\{1\}"),
        ("} {2}", None),
    ],
)
def test_finds_the_last_box_that_is_closed(text: str, found: str | None) -> None:
    assert find_boxed(text) == found
    assert make_pipeline(["boxed"]).extract(text) == found
