"""The step that keeps the letter of a choice."""

from pydantic import Field

from ..readers.choices import find_choice
from .step import Step

DEFAULT_LETTERS = "ABCDEFGHIJ"


class Letter(Step):
    r"""Keeps the letter of a choice: "B", "(b)", "B) Paris", "The answer is **B**.", "the second one", `\boxed{B}`.

    The last phrase that names an answer counts; "not B" and "A is wrong" do not. A text that names several letters has
    no answer.
    """

    title = "Choice letter"
    short = "letters"
    letters: str = Field(DEFAULT_LETTERS, pattern=r"^[A-Za-z]{2,26}$", description="Letters of the choices.")

    def apply(self, text: str) -> str | None:
        return find_choice(text, dict.fromkeys(self.letters.upper(), ""))
