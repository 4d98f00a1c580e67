from typing import Any

import pytest

from llmbattler.ratings.imports.languages import find_language


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("English", "en"),
        (" german ", "de"),
        ("en", "en"),
        ("pt-BR", "pt"),
        ("zh_Hans", "zh"),
        ("unknown", None),
        ("und", None),
        ("", None),
        (None, None),
        (7, None),
        ("x" * 100, None),
        ("e\0", None),
    ],
)
def test_names_and_codes(said: Any, code: str | None) -> None:
    assert find_language(said) == code
