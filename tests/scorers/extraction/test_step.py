import pytest
from pydantic import ValidationError

from llmbattler.scorers.extraction.step import Step


class AppendMark(Step):
    title = "Shout"
    mark: str = "!"

    def apply(self, text: str) -> str | None:
        return text.upper() + self.mark if text else None


def test_a_step_has_options_and_may_find_nothing() -> None:
    assert AppendMark(mark="?").apply("a") == "A?"
    assert AppendMark().apply("") is None
    assert AppendMark.short is None


def test_unknown_options_are_errors_and_options_do_not_change() -> None:
    with pytest.raises(ValidationError):
        AppendMark.model_validate({"marks": "!"})
    with pytest.raises(ValidationError):
        AppendMark().mark = "?"


def test_a_step_must_say_what_it_does() -> None:
    with pytest.raises(NotImplementedError):
        Step().apply("a")
