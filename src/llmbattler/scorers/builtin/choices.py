"""Multiple choice."""

import string
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field

from ..comparison import find_answer, unparsed, write_value
from ..contract import Case, Score, Tools
from ..errors import NoTarget
from ..extraction.choices import DEFAULT_LETTERS
from ..options import StrictOptions
from ..readers.choices import find_choice
from ..readers.mentions import is_same_text

MANY_DIGITS = 4


class Choice:
    """The answer names the correct choice, by its letter in any common phrasing or by its text.

    The target is a letter, the choice's number, or its text. An answer without a clear choice is unreadable.
    """

    title: ClassVar[str] = "Choice letter"
    needs: ClassVar[tuple[str, ...]] = ()

    class Options(StrictOptions):
        choices: str | list[str] | None = Field(
            None, description="The column with the choices, or the choices themselves. Default: only letters count."
        )
        columns: list[str] | None = Field(
            None, min_length=2, description="Alternatively, columns with one choice each."
        )
        letters: str = Field(
            DEFAULT_LETTERS, pattern=r"^[A-Z]{2,26}$", description="Letters in order, if no choices are set."
        )
        target_is: Literal["auto", "letter", "number", "text"] = Field(
            "auto", description="What the target is, if it is ambiguous."
        )
        first: Literal[0, 1] = Field(0, description="Number of the first choice, if the target is a number.")

    def __init__(self, options: Options) -> None:
        self._options = options

    async def score(self, case: Case, _: Tools) -> Score:
        answer = find_answer(case)
        choices = self._list_choices(case)
        target = self._read_target(case.target, choices)
        said = None if answer is None else find_choice(answer, choices)
        if said is None:
            return unparsed("The answer has no clear choice.")
        right = said == target
        reason = f"It chose {said}, which is right." if right else f"It chose {said}; the correct choice is {target}."
        return Score(value=float(right), reason=reason, details={"chosen": said, "target": target})

    def _list_choices(self, case: Case) -> dict[str, str]:
        wanted, columns = self._options.choices, self._options.columns
        if columns is not None:
            given: object = [case.fields[name] for name in columns if case.fields.get(name) is not None]
        elif wanted is None:
            return dict.fromkeys(self._options.letters, "")
        else:
            given = case.fields.get(wanted) if isinstance(wanted, str) else wanted
        found = _by_letter(given)
        if not found:
            raise NoTarget(f"The sample has no choices in {wanted or columns!r}.")
        return found

    def _read_target(self, target: Any, choices: Mapping[str, str]) -> str:  # noqa: ANN401 - whatever a dataset holds
        text = write_value(target).strip()
        number = int(text) - self._options.first if text.isdecimal() and len(text) < MANY_DIGITS else -1
        ways = {
            "letter": [letter for letter in choices if isinstance(target, str) and text.upper().strip("().") == letter],
            "text": [letter for letter, choice in choices.items() if choice and is_same_text(choice, text)],
            "number": list(choices)[number : number + 1] if number >= 0 else [],
        }
        if self._options.target_is != "auto":
            found = ways[self._options.target_is]
        elif isinstance(target, str):
            found = ways["letter"] or list(dict.fromkeys(ways["text"] + ways["number"]))
        else:
            found = ways["number"] or ways["text"]
        if len(found) != 1:
            trouble = "matches several choices; set target_is" if found else "matches none of the choices"
            raise NoTarget(f"The target {text[:100]!r} {trouble}.")
        return found[0]


def _by_letter(given: object) -> dict[str, str]:
    """Choices by letter, from a list, a mapping of letters, or two columns `label` and `text`."""
    match given:
        case {"label": list() as labels, "text": list() as texts}:
            pairs = zip(map(str, labels), map(write_value, texts), strict=False)
            named = dict(pairs)
            return named if all(label in string.ascii_uppercase for label in named) else _by_letter(texts)
        case Mapping() if given and all(len(str(key)) == 1 and str(key).isalpha() for key in given):
            return {str(key).upper(): write_value(value) for key, value in given.items()}
        case Mapping():
            return _by_letter(list(given))
        case list() | tuple() if len(given) <= len(string.ascii_uppercase):
            return dict(zip(string.ascii_uppercase, map(write_value, given), strict=False))
        case _:
            return {}
