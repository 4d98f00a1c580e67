"""Checks of the form of an answer."""

import re
import string

from pydantic import Field

from ..extraction.structured import find_json, list_code_blocks
from .check import Check

_CODE_MARKS = re.compile(
    r"^[ \t]{0,8}(?:#{1,6}[ \t]|[-*+][ \t]|>|`{3}|~{3}|\|.{0,500}\|[ \t]{0,8}$)|\*\*|__|`", re.MULTILINE
)


class NoCommas(Check):
    """No commas."""

    def holds(self, text: str, _: str) -> bool:
        return not any(comma in text for comma in ",，、،")


class LowerCase(Check):
    """No uppercase letters."""

    def holds(self, text: str, _: str) -> bool:
        return text.islower()


class UpperCase(Check):
    """No lowercase letters."""

    def holds(self, text: str, _: str) -> bool:
        return text.isupper()


class NoDigits(Check):
    """No digits."""

    def holds(self, text: str, _: str) -> bool:
        return not any(letter.isdigit() for letter in text)


class AsciiOnly(Check):
    """Only ASCII characters: no accents, typographic marks or emoji."""

    def holds(self, text: str, _: str) -> bool:
        return text.isascii()


class NoMarkdown(Check):
    """No headings, bullets, emphasis, tables or code marks."""

    def holds(self, text: str, _: str) -> bool:
        return _CODE_MARKS.search(text) is None


class Quoted(Check):
    """The whole answer is in quotation marks."""

    def holds(self, text: str, _: str) -> bool:
        bare = text.strip()
        return len(bare) > 1 and (bare[0], bare[-1]) in {('"', '"'), ("“", "”"), ("„", "“"), ("«", "»")}


class Title(Check):
    """A title in double angle brackets, such as `<<A title>>`."""

    def holds(self, text: str, _: str) -> bool:
        return re.search(r"<<[^<>\n]{0,500}[^\s<>][^<>\n]{0,500}>>", text) is not None


class JsonOnly(Check):
    """Only JSON, optionally in a code block."""

    def holds(self, text: str, _: str) -> bool:
        bare = text.strip()
        blocks = [block.strip() for _, block in list_code_blocks(bare)]
        whole = (
            blocks[0]
            if len(blocks) == 1 and bare.startswith(("```", "~~~")) and bare.endswith(("```", "~~~"))
            else bare
        )
        found = find_json(whole)
        return found is not None and found[0] == whole


class Postscript(Check):
    """A postscript: a marker such as `P.S.` with words after it."""

    short = "marker"
    marker: str = Field("P.S.", min_length=1, max_length=50, description="Its first characters.")

    def holds(self, text: str, _: str) -> bool:
        letters = re.sub(r"\s", "", self.marker)
        pattern = r"\s{0,2}".join(map(re.escape, letters))
        return re.search(rf"(?<!\w){pattern}[^\w\n]{{0,10}}\n?\s{{0,4}}[^\s]", text, re.IGNORECASE) is not None


class TwoResponses(Check):
    """Two different answers with a line of asterisks between them."""

    separator: str = Field("******", min_length=1, description="Separator between the two.")

    def holds(self, text: str, _: str) -> bool:
        parts = [part.strip(string.whitespace + "*") for part in text.split(self.separator)]
        kept = [part for part in parts if part]
        return len(kept) == 2 and kept[0] != kept[1]  # noqa: PLR2004 - the name says it
