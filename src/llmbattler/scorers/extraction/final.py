"""The step that keeps the final answer."""

from ..readers.plain_text import simplify
from ..readers.statements import read_final
from .step import Step


class FinalAnswer(Step):
    r"""Keeps the text that an answer states as its result, without Markdown, LaTeX and HTML.

    It is the line after the last "Answer:" (also in other languages, and also "the answer is"), or else the last
    `\boxed{…}`, or else the last line. After words such as "wait" or "correction" it finds nothing.
    """

    title = "Final answer"

    def apply(self, text: str) -> str | None:
        return read_final(simplify(text))
