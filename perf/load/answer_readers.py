"""One other reader of answers in a process of its own: reads rows from stdin, prints what it read in each."""

import importlib
import json
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Row = dict[str, Any]
Read = Callable[[list[Row]], list[str | None]]
LETTERS = "ABCDEFGHIJ"


def read_with_math_verify(rows: list[Row]) -> list[str | None]:
    """Rational numbers and letters. Sets and expressions such as 5π are no number, so they count as not read."""
    package, sympy = importlib.import_module("math_verify"), importlib.import_module("sympy")
    numbers = [package.LatexExtractionConfig(), package.ExprExtractionConfig()]
    letters = [package.StringExtractionConfig(strings=tuple(LETTERS))]

    def read(row: Row) -> str | None:
        found = package.parse(row["text"], numbers if row["kind"] == "number" else letters, fallback_mode="no_fallback")
        value = found[0] if found else None
        if row["kind"] == "choice":
            return str(value).upper() if value is not None and len(str(value)) == 1 else None
        if isinstance(value, sympy.Eq):
            value = value.rhs
        try:
            value = sympy.nsimplify(value, rational=True) if value is not None and value.is_number else None
        except (AttributeError, TypeError):
            return None
        return str(value) if isinstance(value, sympy.Rational) else None

    return [read(row) for row in rows]


def read_with_lm_eval(rows: list[Row], which: str) -> list[str | None]:
    """The filters of lm-eval's own tasks gsm8k and mmlu_flan_cot_zeroshot, from the files of the installed package."""
    tasks = Path(importlib.import_module("lm_eval").__file__ or "").parent / "tasks"
    extraction = importlib.import_module("lm_eval.filters.extraction")
    yaml = importlib.import_module("yaml")
    kinds = {"regex": extraction.RegexFilter, "multi_choice_regex": extraction.MultiChoiceRegexFilter}

    def make(path: str) -> Any:  # noqa: ANN401 - a filter of lm-eval
        filters = yaml.safe_load((tasks / path).read_text())["filter_list"]
        options = dict(next(one for one in filters if one["name"] == which)["filter"][0])
        return kinds[options.pop("function")](**options)

    number = make("gsm8k/gsm8k.yaml")
    choice = make("mmlu/flan_cot_zeroshot/_mmlu_flan_cot_zeroshot_template_yaml")

    def read(row: Row) -> str | None:
        made = number if row["kind"] == "number" else choice
        found = made.apply([[row["text"]]], [{"choices": row.get("options")}])[0][0]
        if found == "[invalid]" or not found:
            return None
        return _plain(found) if row["kind"] == "number" else _letter(found)

    return [read(row) for row in rows]


def _plain(found: str) -> str:
    """As gsm8k.yaml compares: without commas, dollar signs and a period at the end."""
    return found.replace(",", "").replace("$", "").removesuffix(".")


def _letter(found: str) -> str:
    """As the template of mmlu compares: without case and punctuation."""
    return "".join(sign for sign in found if sign.isalnum()).upper()


READERS: dict[str, Read] = {
    "math-verify": read_with_math_verify,
    "lm-eval, strict": lambda rows: read_with_lm_eval(rows, "strict-match"),
    "lm-eval, flexible": lambda rows: read_with_lm_eval(rows, "flexible-extract"),
}


def main() -> None:
    logging.disable(logging.CRITICAL)
    print(json.dumps(READERS[sys.argv[1]](json.load(sys.stdin))))


if __name__ == "__main__":
    main()
