import pytest

from llmbattler.generation.classification.category_patterns import ARITHMETIC, CODE, FORMULA, IDENTIFIER, QUANTITY


@pytest.mark.parametrize("text", ["def read(", "```", "select name, age from people", "if (a) { b(); }"])
def test_code_is_recognized(text: str) -> None:
    assert CODE.search(text)


def test_identifiers_are_recognized_but_brands_are_not() -> None:
    assert IDENTIFIER.search("what does fetchUser return")
    assert IDENTIFIER.search("a KeyError in my_list")
    assert not IDENTIFIER.search("my iPhone and my eBay account")


def test_formulas_and_spoken_arithmetic_are_recognized() -> None:
    assert FORMULA.search("solve 3x + 4 = 10")
    assert ARITHMETIC.search("what is 7 times 8")
    assert not FORMULA.search("a long-term plan")


def test_dates_and_versions_are_no_quantities() -> None:
    assert QUANTITY.findall("3 apples and $4.50") == ["3", "$4.50"]
    assert QUANTITY.findall("on 2024-05-06 at 10:30 with v1.2") == []
