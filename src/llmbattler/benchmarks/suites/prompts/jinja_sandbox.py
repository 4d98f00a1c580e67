"""Jinja for templates of strangers: only plain expressions, and nothing that grows beyond a limit.

Jinja's own sandbox keeps a template from Python's insides, but not from taking all memory or all time. Here each value
that a template makes is weighed, each step of a loop is counted, and what no prompt needs is left out of the language.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from itertools import islice
from typing import Any

from jinja2 import TemplateError, TemplateSyntaxError, nodes
from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS
from jinja2.runtime import StrictUndefined, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.tests import TESTS
from jinja2.visitor import NodeTransformer

LONGEST_OUTPUT = 2_000_000
"""Characters of one rendered text, and of each value on the way to it."""
MOST_STEPS = 100_000
"""Of all loops of one rendering together."""
MOST_WORK = 10_000_000
"""Characters that pass through filters and operators in one rendering."""
MOST_SECONDS = 1
LONGEST_RANGE = 10_000
LARGEST_NUMBER = 4096
"""Bits."""
LARGEST_EXPONENT = 64

_FILTERS = (
    "abs capitalize count d default dictsort escape first float groupby int items last length list lower map max min "
    "reject rejectattr reverse round select selectattr sort string sum title tojson trim truncate unique upper "
    "wordcount"
)
_LETTER_BY_LETTER = {
    *("groupby", "list", "map", "max", "min", "reject", "rejectattr", "reverse"),
    *("select", "selectattr", "sort", "sum", "unique"),
}
_TESTS = (
    "boolean defined divisibleby eq equalto even false filter float ge greaterthan gt in integer iterable le lessthan "
    "lower lt mapping ne none number odd sequence string test true undefined upper"
)
_TEXT_METHODS = (
    "capitalize casefold count endswith find index isalnum isalpha isdecimal isdigit islower isnumeric isspace "
    "isupper lower lstrip partition removeprefix removesuffix rfind rpartition rsplit rstrip split splitlines "
    "startswith strip swapcase title upper"
)
_METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset(_TEXT_METHODS.split()),
    dict: frozenset({"get", "items", "keys", "values"}),
    list: frozenset({"count", "index"}),
    tuple: frozenset({"count", "index"}),
}
_HALF_A_SIGN = re.compile("[\ud800-\udfff]")
_REFUSED_NODES: Mapping[type[nodes.Node], str] = {
    nodes.Macro: "macro",
    nodes.CallBlock: "call",
    nodes.FilterBlock: "filter",
    nodes.AssignBlock: "set … endset",
    nodes.Include: "include",
    nodes.Import: "import",
    nodes.FromImport: "from … import",
    nodes.Extends: "extends",
    nodes.Block: "block",
}


class _Spent:
    """What one rendering has used up so far."""

    def __init__(self) -> None:
        self.steps = 0
        self.work = 0
        self._started = time.thread_time()

    def check_time(self) -> None:
        """Time of this thread's own, so that a busy machine makes no template a bad one."""
        if time.thread_time() - self._started > MOST_SECONDS:
            raise TooMuch(f"takes more than {MOST_SECONDS} seconds")


_spent: ContextVar[_Spent] = ContextVar("spent")


class TooMuch(SecurityError):
    """A template wants more than a prompt can need."""


def weigh(value: object, limit: int = LONGEST_OUTPUT) -> int:
    """About how many characters a value would be when printed; stops as soon as it is over the limit."""
    total = 0
    todo: list[Iterator[object]] = [iter((value,))]
    while todo:
        for one in todo[-1]:
            total += len(one) if isinstance(one, str | bytes) else 8 * len(one) if isinstance(one, range) else 8
            if total > limit:
                raise TooMuch(f"makes a value of more than {limit:,} characters")
            if isinstance(one, Mapping):
                todo.append(part for pair in one.items() for part in pair)
                break
            if isinstance(one, list | tuple | set | frozenset):
                todo.append(iter(one))
                break
        else:
            todo.pop()
    return total


def _spend(*values: object) -> None:
    """Weigh what an operation takes, and stop a template that has done too much by now."""
    spent = _spent.get(None)
    weight = weigh(values)
    if spent is None:  # a constant, looked at while the template is made
        return
    spent.work += weight
    if spent.work > MOST_WORK:
        raise TooMuch("does too much")
    spent.check_time()


def _weighed(name: str) -> Callable[..., Any]:
    """One of Jinja's filters that looks at what it is given before it begins."""
    original = FILTERS[name]

    def apply(*values: Any, **options: Any) -> Any:  # noqa: ANN401 - as Jinja's filters
        # Letter by letter, as some filters take a text, costs as much as a list of letters.
        _spend(*values, *(range(len(one)) for one in values if isinstance(one, str) and name in _LETTER_BY_LETTER))
        result = original(*values, **options)
        # A filter may give its values one by one; then they are counted here, as a loop over them would be.
        return list(count_steps(result)) if isinstance(result, Iterator) else result

    # What Jinja's decorators wrote on it, as "wants the environment first"; Python's own functions carry nothing.
    vars(apply).update(getattr(original, "__dict__", {}))
    return apply


def count_steps(values: Iterable[Any]) -> Iterator[Any]:
    """Go through values, and stop a template whose loops take too many steps altogether."""
    spent = _spent.get()
    for one in values:
        spent.steps += 1
        if spent.steps > MOST_STEPS:
            raise TooMuch(f"goes round more than {MOST_STEPS:,} times")
        spent.check_time()
        yield one


def _glue(*values: object) -> str:
    """What `~` does."""
    _spend(*values)
    return "".join(map(str, values))


def _join(values: Iterable[Any], d: str = "", attribute: str | None = None) -> str:
    parts = list(count_steps(values))
    if attribute is not None:
        parts = [part[attribute] for part in parts]
    _spend(parts, d)
    if len(d) * len(parts) > LONGEST_OUTPUT:
        raise TooMuch(f"makes a value of more than {LONGEST_OUTPUT:,} characters")
    return str(d).join(map(str, parts))


def _replace(text: object, old: str, new: str) -> str:
    _spend(text, old, new)
    given = str(text)
    if len(given) + given.count(old) * len(new) > LONGEST_OUTPUT:
        raise TooMuch(f"makes a value of more than {LONGEST_OUTPUT:,} characters")
    return given.replace(old, new)


def _indent(text: object, width: int = 4) -> str:
    _spend(text)
    lines = str(text).split("\n")
    return ("\n" + " " * min(max(int(width), 0), 100)).join(lines)


def letter(number: int) -> str:
    """0 is A, 25 is Z."""
    return chr(ord("A") + int(number) % 26)


def _lettered(choices: Iterable[Any]) -> str:
    """Answers to choose from, one a line: `A. Paris`."""
    listed = list(islice(count_steps(choices), 26))
    _spend(listed)
    return "\n".join(f"{letter(number)}. {one}" for number, one in enumerate(listed))


def _range(*bounds: int) -> range:
    made = range(*bounds)
    if len(made) > LONGEST_RANGE:
        raise TooMuch(f"has a range of more than {LONGEST_RANGE:,} numbers")
    return made


class _Guard(NodeTransformer):
    """Puts the counter into each loop and the scales under each `~`, and refuses what no prompt needs."""

    def generic_visit(self, node: nodes.Node, *args: Any, **options: Any) -> nodes.Node:  # noqa: ANN401
        for kind, name in _REFUSED_NODES.items():
            if isinstance(node, kind):
                raise TemplateSyntaxError(f"`{name}` cannot be used here", node.lineno)
        return super().generic_visit(node, *args, **options)

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 - Jinja calls it so
        if node.recursive:
            raise TemplateSyntaxError("`recursive` cannot be used here", node.lineno)
        self.generic_visit(node)
        node.iter = nodes.Filter(node.iter, "count_steps", [], [], None, None, lineno=node.lineno)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802 - Jinja calls it so
        self.generic_visit(node)
        first, *others = node.nodes
        return nodes.Filter(first, "glue", others, [], None, None, lineno=node.lineno)


class Sandbox(ImmutableSandboxedEnvironment):
    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "**", "%"})

    def __init__(self) -> None:
        super().__init__(
            undefined=StrictUndefined,
            autoescape=False,  # prompts are no HTML
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=_check_printed,
            cache_size=0,
            optimized=False,
        )
        self.globals = {"range": _range}
        self.tests = {name: TESTS[name] for name in _TESTS.split()}
        self.filters = {
            **{name: _weighed(name) for name in _FILTERS.split()},
            "count_steps": count_steps,
            "glue": _glue,
            "join": _join,
            "replace": _replace,
            "indent": _indent,
            "letter": letter,
            "lettered": _lettered,
        }
        self.policies["json.dumps_kwargs"] = {"sort_keys": False, "ensure_ascii": False}

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        parsed: nodes.Template = _Guard().visit(super()._parse(source, name, filename))
        return parsed

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:  # noqa: ANN401, ARG002
        """Jinja would offer `format`, which can make a text of any width; here it is refused like other methods."""
        return None

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:  # noqa: ANN401
        for kind, allowed in _METHODS.items():
            if isinstance(obj, kind):
                return attr in allowed
        return super().is_safe_attribute(obj, attr, value)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:  # noqa: ANN401
        for one in (left, right):
            if isinstance(one, int) and one.bit_length() > LARGEST_NUMBER:
                raise TooMuch("counts with a number that is too large")
        if operator == "**" and not (isinstance(right, int | float) and abs(right) <= LARGEST_EXPONENT):
            raise TooMuch("has an exponent that is too large")
        if operator == "*" and not (isinstance(left, int | float) and isinstance(right, int | float)):
            self._check_repeated(left, right)
        if operator == "+":
            _spend(left, right)
        if operator == "%" and isinstance(left, str | bytes):
            raise TooMuch("uses `%` on a text; write `~` between the parts instead")
        return super().call_binop(context, operator, left, right)

    @staticmethod
    def _check_repeated(left: Any, right: Any) -> None:  # noqa: ANN401
        what, times = (right, left) if isinstance(left, int) else (left, right)
        if isinstance(times, int) and weigh(what) * times > LONGEST_OUTPUT:
            raise TooMuch(f"makes a value of more than {LONGEST_OUTPUT:,} characters")


def _check_printed(value: object) -> object:
    if not isinstance(value, Undefined):
        _spend(value)
    return value


def render_safely(template: Any, variables: Mapping[str, Any]) -> str:  # noqa: ANN401 - a template of `Sandbox`
    """Render within the limits; raises a `TemplateError`, also for mistakes in Python's own terms."""
    token = _spent.set(_Spent())
    pieces: list[str] = []
    length = 0
    try:
        for piece in template.generate(variables):
            length += len(piece)
            if length > LONGEST_OUTPUT:
                raise TooMuch(f"is longer than {LONGEST_OUTPUT:,} characters when filled in")
            pieces.append(piece)
    except (TypeError, ValueError, ArithmeticError, LookupError, AttributeError, RecursionError) as error:
        raise TemplateError(str(error)) from error
    finally:
        _spent.reset(token)
    text = "".join(pieces)
    if not text.isascii() and _HALF_A_SIGN.search(text):
        raise TemplateError("it writes half a sign, which no model can be sent")
    return text
