"""Steps that keep a number."""

from typing import Literal

from pydantic import Field

from ..readers.locales import find_locale
from ..readers.notation import write_number
from ..readers.numbers import list_numbers, read_number
from ..readers.statements import find_boxed
from .step import Step


class Number(Step):
    r"""Keeps a number in plain notation: `1,234.50` becomes `1234.5`, `1½` becomes `1.5`, `1/3` stays.

    By default it is the number that the answer states as its result: in the last `\boxed{…}`, after the last "Answer:",
    "the answer is" or the like, or else in the last sentence. If two readings are possible it finds nothing. Currency,
    percent signs and units are removed. The language of the suite or sample decides what `1.234` means.
    """

    title = "Number"
    short = "which"
    which: Literal["final", "last", "first"] = Field(
        "final", description="The number that is stated as the result, or the last or the first number of the text."
    )

    def apply(self, text: str) -> str | None:
        return self.apply_in(text, None)

    def apply_in(self, text: str, language: str | None) -> str | None:
        if self.which == "final":
            value = read_number(text, language).value
        else:
            found = list_numbers(text, language)
            value = found[-1 if self.which == "last" else 0].value if found else None
        return None if value is None else write_number(value, find_locale(language))


class Boxed(Step):
    r"""Keeps the content of the last `\boxed{…}`, in which models write mathematical results."""

    title = "Boxed"

    def apply(self, text: str) -> str | None:
        return find_boxed(text)
