"""The `where` of a dataset: an expression in the language of templates that chooses its samples."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from jinja2 import TemplateError, nodes

from ..definition.errors import BadTemplate
from ..prompts.jinja_sandbox import render_safely
from ..prompts.renderer import compile_template, list_names, name_columns, parse_template

_KEPT = "1"
PLACE = "dataset.where"


class RowFilter:
    def __init__(self, expression: str) -> None:
        """Raises `BadTemplate` if it is not a single expression."""
        source = f"{{% if ({expression}) %}}{_KEPT}{{% endif %}}"
        try:
            self._template = compile_template(source, PLACE)
        except BadTemplate as error:
            raise BadTemplate(error.detail.replace(" (line 1 of the template)", "")) from error
        self.names = list_names(source)
        body = parse_template(source).body
        alone = len(body) == 1 and isinstance(body[0], nodes.If) and not (body[0].elif_ or body[0].else_)
        if not alone or "{%" in expression or "%}" in expression:
            raise BadTemplate(f"{PLACE}: must be one expression, such as `level == 'hard'`.")

    def keeps(self, fields: Mapping[str, Any]) -> bool:
        """Raises `TemplateError`."""
        return render_safely(self._template, name_columns(fields)) == _KEPT


def keep_rows(records: Iterable[Mapping[str, Any]], expression: str | None) -> Iterator[Mapping[str, Any]]:
    """The records for which the expression is true. Raises `BadTemplate`."""
    if expression is None:
        yield from records
        return
    wanted = RowFilter(expression)
    for number, record in enumerate(records, start=1):
        try:
            if wanted.keeps(record):
                yield record
        except TemplateError as error:
            raise BadTemplate(f"{PLACE}, sample {number}: {error.message or type(error).__name__}.") from error
