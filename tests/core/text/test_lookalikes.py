from llmbattler.core.text.lookalikes import LOOKALIKES


def test_every_lookalike_maps_to_one_lower_case_ascii_letter() -> None:
    assert all(letter.isascii() and letter.islower() and len(letter) == 1 for letter in LOOKALIKES.values())
    assert not any(shape.isascii() for shape in LOOKALIKES)


def test_both_cases_and_enclosed_letters_are_covered() -> None:
    assert LOOKALIKES["а"] == LOOKALIKES["А"] == "a"
    assert LOOKALIKES["🅰"] == LOOKALIKES["🇦"] == "a"
