import pytest
from pydantic import TypeAdapter, ValidationError

from llmbattler.catalog.model_names import OneLine, is_one_line


@pytest.mark.parametrize("name", ["gpt-5", "org/Model 7B (Q4)", "模型", "Modèle", "a\u200db"])
def test_ordinary_names_are_one_line(name: str) -> None:
    assert is_one_line(name)
    assert TypeAdapter(OneLine).validate_python(name) == name


@pytest.mark.parametrize("name", ["a\nb", "a\r", "\tb", "\x1b[0m", "a\x7f", "a\x85b", "a\u2028b", "a\u2029b"])
def test_control_characters_and_line_breaks_are_refused(name: str) -> None:
    assert not is_one_line(name)
    with pytest.raises(ValidationError, match="control characters"):
        TypeAdapter(OneLine).validate_python(name)
