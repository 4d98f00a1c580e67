"""A Jinja environment for untrusted templates, with limits on time, memory and syntax.

Jinja's own sandbox protects Python's internals, but does not limit memory or time. Here the size of every value is
measured, the steps of loops are counted, and syntax that no prompt needs is refused.
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
"""Characters of one rendered text, and of each intermediate value."""
MOST_STEPS = 100_000
"""Steps of all loops of one rendering together."""
MOST_WORK = 10_000_000
"""Characters that pass through filters and operators in one rendering."""
MOST_SECONDS = 1
UNCOUNTED_SECONDS = 0.05
"""CPU time is not read before: that is a system call, and most renderings end sooner."""
LONGEST_RANGE = 10_000
LARGEST_NUMBER_BITS = 4096
LARGEST_EXPONENT = 64

_FILTERS = (
    "abs capitalize count d default dictsort escape first float groupby int items last length list lower map max min "
    "reject rejectattr reverse round select selectattr sort string sum title tojson trim truncate unique upper "
    "wordcount"
)
_ITERATE_CHARACTERS = {
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
_SURROGATE = re.compile("[\ud800-\udfff]")
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


class _Usage:
    """What one rendering has used so far."""

    def __init__(self) -> None:
        self.steps = 0
        self.work = 0
        self._started = time.monotonic()
        self._counted_from: float | None = None

    def check_time(self) -> None:
        """Check the CPU time of this thread, so that a busy machine does not fail a template."""
        if time.monotonic() - self._started < UNCOUNTED_SECONDS:
            return
        used = time.thread_time()
        if self._counted_from is None:
            self._counted_from = used
        if used - self._counted_from > MOST_SECONDS:
            raise LimitExceeded(f"rendering takes more than {MOST_SECONDS} seconds")


_usage: ContextVar[_Usage] = ContextVar("usage")


class LimitExceeded(SecurityError):
    """A template exceeds a limit."""


def measure(value: object, limit: int = LONGEST_OUTPUT) -> int:
    """Approximate number of characters of a value when printed. Raises as soon as the limit is exceeded."""
    total = 0
    todo: list[Iterator[object]] = [iter((value,))]
    while todo:
        for one in todo[-1]:
            total += len(one) if isinstance(one, str | bytes) else 8 * len(one) if isinstance(one, range) else 8
            if total > limit:
                raise LimitExceeded(f"a value has more than {limit:,} characters")
            if isinstance(one, Mapping):
                todo.append(part for pair in one.items() for part in pair)
                break
            if isinstance(one, list | tuple | set | frozenset):
                todo.append(iter(one))
                break
        else:
            todo.pop()
    return total


def _count_work(*values: object) -> None:
    """Add the size of an operation's operands to the work of this rendering, and enforce its limits."""
    usage = _usage.get(None)
    size = measure(values)
    if usage is None:  # a constant, evaluated while the template is compiled
        return
    usage.work += size
    if usage.work > MOST_WORK:
        raise LimitExceeded(f"rendering processes more than {MOST_WORK:,} characters")
    usage.check_time()


def _limited_filter(name: str) -> Callable[..., Any]:
    """One of Jinja's filters, with its arguments counted as work."""
    original = FILTERS[name]

    def apply(*values: Any, **options: Any) -> Any:  # noqa: ANN401 - as Jinja's filters
        # Some filters iterate over the characters of a text, which costs as much as a list of them.
        texts = [one for one in values if isinstance(one, str)] if name in _ITERATE_CHARACTERS else []
        _count_work(*values, *(range(len(one)) for one in texts))
        result = original(*values, **options)
        # A filter may be a generator; then its values count as steps, like those of a loop.
        return list(count_steps(result)) if isinstance(result, Iterator) else result

    # Attributes set by Jinja's decorators, such as "pass the environment first".
    vars(apply).update(getattr(original, "__dict__", {}))
    return apply


def count_steps(values: Iterable[Any]) -> Iterator[Any]:
    """Yield the values and count them as loop steps."""
    usage = _usage.get()
    for one in values:
        usage.steps += 1
        if usage.steps > MOST_STEPS:
            raise LimitExceeded(f"loops take more than {MOST_STEPS:,} steps")
        usage.check_time()
        yield one


def _concatenate(*values: object) -> str:
    """The operator `~`."""
    _count_work(*values)
    return "".join(map(str, values))


def _join(values: Iterable[Any], d: str = "", attribute: str | None = None) -> str:
    parts = list(count_steps(values))
    if attribute is not None:
        parts = [part[attribute] for part in parts]
    _count_work(parts, d)
    if len(d) * len(parts) > LONGEST_OUTPUT:
        raise LimitExceeded(f"a value has more than {LONGEST_OUTPUT:,} characters")
    return str(d).join(map(str, parts))


def _replace(text: object, old: str, new: str) -> str:
    _count_work(text, old, new)
    given = str(text)
    if len(given) + given.count(old) * len(new) > LONGEST_OUTPUT:
        raise LimitExceeded(f"a value has more than {LONGEST_OUTPUT:,} characters")
    return given.replace(old, new)


def _indent(text: object, width: int = 4) -> str:
    _count_work(text)
    lines = str(text).split("\n")
    return ("\n" + " " * min(max(int(width), 0), 100)).join(lines)


def letter(number: int) -> str:
    """0 is A, 25 is Z."""
    return chr(ord("A") + int(number) % 26)


def _lettered(choices: Iterable[Any]) -> str:
    """Choices as lines with letters: `A. Paris`."""
    listed = list(islice(count_steps(choices), 26))
    _count_work(listed)
    return "\n".join(f"{letter(number)}. {one}" for number, one in enumerate(listed))


def _range(*bounds: int) -> range:
    made = range(*bounds)
    if len(made) > LONGEST_RANGE:
        raise LimitExceeded(f"a range has more than {LONGEST_RANGE:,} numbers")
    return made


class _LimitTransformer(NodeTransformer):
    """Counts the steps of loops and the operands of `~`, and refuses syntax that no prompt needs."""

    def generic_visit(self, node: nodes.Node, *args: Any, **options: Any) -> nodes.Node:  # noqa: ANN401
        for kind, name in _REFUSED_NODES.items():
            if isinstance(node, kind):
                raise TemplateSyntaxError(f"`{name}` is not allowed", node.lineno)
        return super().generic_visit(node, *args, **options)

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 - Jinja calls it so
        if node.recursive:
            raise TemplateSyntaxError("`recursive` is not allowed", node.lineno)
        self.generic_visit(node)
        node.iter = nodes.Filter(node.iter, "count_steps", [], [], None, None, lineno=node.lineno)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802 - Jinja calls it so
        self.generic_visit(node)
        first, *others = node.nodes
        return nodes.Filter(first, "concatenate", others, [], None, None, lineno=node.lineno)


class Sandbox(ImmutableSandboxedEnvironment):
    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "**", "%"})

    def __init__(self) -> None:
        super().__init__(
            undefined=StrictUndefined,
            autoescape=False,  # prompts are not HTML
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=_check_printed,
            cache_size=0,
            optimized=False,
        )
        self.globals = {"range": _range}
        self.tests = {name: TESTS[name] for name in _TESTS.split()}
        self.filters = {
            **{name: _limited_filter(name) for name in _FILTERS.split()},
            "count_steps": count_steps,
            "concatenate": _concatenate,
            "join": _join,
            "replace": _replace,
            "indent": _indent,
            "letter": letter,
            "lettered": _lettered,
        }
        self.policies["json.dumps_kwargs"] = {"sort_keys": False, "ensure_ascii": False}

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        parsed: nodes.Template = _LimitTransformer().visit(super()._parse(source, name, filename))
        return parsed

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:  # noqa: ANN401, ARG002
        """Refuse `str.format`, which can make a text of any width."""
        return None

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:  # noqa: ANN401
        for kind, allowed in _METHODS.items():
            if isinstance(obj, kind):
                return attr in allowed
        return super().is_safe_attribute(obj, attr, value)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:  # noqa: ANN401
        for one in (left, right):
            if isinstance(one, int) and one.bit_length() > LARGEST_NUMBER_BITS:
                raise LimitExceeded("a number is too large")
        if operator == "**" and not (isinstance(right, int | float) and abs(right) <= LARGEST_EXPONENT):
            raise LimitExceeded("an exponent is too large")
        if operator == "*" and not (isinstance(left, int | float) and isinstance(right, int | float)):
            self._check_repeated(left, right)
        if operator == "+":
            _count_work(left, right)
        if operator == "%" and isinstance(left, str | bytes):
            raise LimitExceeded("`%` cannot be used on a text; join the parts with `~`")
        return super().call_binop(context, operator, left, right)

    @staticmethod
    def _check_repeated(left: Any, right: Any) -> None:  # noqa: ANN401
        what, times = (right, left) if isinstance(left, int) else (left, right)
        if isinstance(times, int) and measure(what) * times > LONGEST_OUTPUT:
            raise LimitExceeded(f"a value has more than {LONGEST_OUTPUT:,} characters")


def _check_printed(value: object) -> object:
    if not isinstance(value, Undefined):
        _count_work(value)
    return value


def render_safely(template: Any, variables: Mapping[str, Any]) -> str:  # noqa: ANN401 - a template of `Sandbox`
    """Render within the limits. Errors of Python's operators and methods are raised as `TemplateError` too."""
    token = _usage.set(_Usage())
    pieces: list[str] = []
    length = 0
    try:
        for piece in template.generate(variables):
            length += len(piece)
            if length > LONGEST_OUTPUT:
                raise LimitExceeded(f"the rendered text has more than {LONGEST_OUTPUT:,} characters")
            pieces.append(piece)
    except (TypeError, ValueError, ArithmeticError, LookupError, AttributeError, RecursionError) as error:
        raise TemplateError(str(error)) from error
    finally:
        _usage.reset(token)
    text = "".join(pieces)
    if not text.isascii() and _SURROGATE.search(text):
        raise TemplateError("the rendered text contains half of a surrogate pair")
    return text
