"""The program that tests a model's code inside the sandbox, in two processes.

The model's code runs in an untrusted child process, which was forked before the tests and the signing word were read,
so it knows neither. The parent runs the tests; the model's functions are proxies there that call the child, and results
come back as plain data. The parent compares with its own `==`, and only the parent writes results. So code cannot pass
by exiting early, printing results, or returning an object that equals everything.

It runs without our packages and reads its order as JSON from standard input.
"""

# ruff: noqa: ANN401 - values of any type

import ast
import builtins
import collections
import datetime
import decimal
import fractions
import importlib
import io
import json
import os
import socket
import sys
from collections.abc import Callable, Iterator
from typing import Any

LARGEST_MESSAGE = 32_000_000
LONGEST_TEXT = 300
LONGEST_PRINT = 100_000
DATES = {kind.__name__: kind for kind in (datetime.datetime, datetime.date, datetime.time)}
SEQUENCES: dict[str, Any] = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}
MAPPINGS: dict[str, Any] = {"dict": dict, "OrderedDict": collections.OrderedDict, "Counter": collections.Counter}
CHANGEABLE = (list, dict, set, bytearray, collections.deque)
# Errors whose constructors need more than a message, and errors that silently end a loop.
UNSENDABLE = (UnicodeDecodeError, UnicodeEncodeError, UnicodeTranslateError, StopIteration, StopAsyncIteration)


class Gone(BaseException):
    """The other process has ended. Not an `Exception`, so that tests do not catch it."""


class Wire:
    """Messages to the other process, and local objects that the other process refers to by number."""

    def __init__(self, end: socket.socket, *, allowed: set[str], printed: Callable[[], str]) -> None:
        self.end, self.allowed, self.printed = end, allowed, printed
        self.kept: list[Any] = []

    def send(self, message: Any) -> None:
        data = json.dumps(message).encode()
        self.end.sendall(len(data).to_bytes(8, "big") + data)

    def receive(self) -> Any:
        size = int.from_bytes(self.take(8), "big")
        if size > LARGEST_MESSAGE:
            raise Gone
        return json.loads(self.take(size))

    def take(self, size: int) -> bytes:
        parts = []
        while size:
            part = self.end.recv(min(size, 1 << 20))
            if not part:
                raise Gone
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def ask(self, message: Any) -> Any:
        """Send a request, and serve the other process's requests until its reply arrives."""
        try:
            self.send(message)
            while (answer := self.receive())[0] == "ask":
                self.send(self.serve(*answer[1:]))
        except (OSError, ValueError, RecursionError, LookupError, TypeError) as error:
            raise Gone from error
        return answer

    def serve(self, what: str, number: int, arguments: list[Any], named: dict[str, Any]) -> list[Any]:
        """Serve one request. The parent allows only calls."""
        values = [self.decode(item) for item in arguments]
        try:
            if what not in self.allowed:
                raise PermissionError(what)  # noqa: TRY301 - reported like any other
            names = {name: self.decode(item) for name, item in named.items()}
            result = self.encode(OPERATIONS[what](self.kept[number], *values, **names))
            changed = [
                [place, now]
                for place, value in enumerate(values)
                if isinstance(value, CHANGEABLE) and (now := self.encode(value)) != arguments[place]
            ]
        except Exception as error:  # noqa: BLE001 - every error is sent to the caller
            kinds = [kind.__name__ for kind in type(error).__mro__]
            return ["raised", kinds, self.printed(), str(error)[:LONGEST_TEXT]]
        return ["done", result, self.printed(), changed]

    def encode(self, value: Any) -> Any:
        """Encode plain data with its type; other objects stay here and are sent as a number."""
        if value is None or type(value) in (bool, int, float, str):
            return value
        for name, kind in SEQUENCES.items():
            if isinstance(value, kind):
                return [name, [self.encode(item) for item in kind.__iter__(value)]]
        if isinstance(value, dict):
            name = type(value).__name__ if type(value).__name__ in MAPPINGS else "dict"
            return [name, [[self.encode(key), self.encode(item)] for key, item in dict.items(value)]]
        for kind, encode in ENCODERS:
            if isinstance(value, kind):
                return encode(self, value)
        self.kept.append(value)
        return ["mine", len(self.kept) - 1]

    def decode(self, data: Any) -> Any:
        if not isinstance(data, list):
            return data
        name, value = data
        if name in SEQUENCES:
            return SEQUENCES[name](self.decode(item) for item in value)
        if name in MAPPINGS:
            return MAPPINGS[name]({self.decode(key): self.decode(item) for key, item in value})
        return DECODERS[name](self, value)


class Remote:
    """A proxy of an object in the other process. It equals no local object."""

    def __init__(self, wire: Wire, number: int) -> None:
        self.remote_wire, self.remote_number = wire, number

    def remote_ask(self, what: str, *arguments: Any, **named: Any) -> Any:
        wire = self.remote_wire
        names = {name: wire.encode(item) for name, item in named.items()}
        answer = wire.ask(["ask", what, self.remote_number, [wire.encode(item) for item in arguments], names])
        kind, result, printed, more = answer
        sys.stdout.write(printed)
        if kind == "raised":
            raise name_error(result)(more)
        for place, data in more:
            overwrite(arguments[place], wire.decode(data))
        return wire.decode(result)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.remote_ask("call", *arguments, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.remote_ask("get", name)

    def __getitem__(self, key: Any) -> Any:
        return self.remote_ask("item", key)

    def __len__(self) -> int:
        return int(self.remote_ask("len"))

    def __bool__(self) -> bool:
        return bool(self.remote_ask("bool"))

    def __str__(self) -> str:
        return str(self.remote_ask("str"))

    def __iter__(self) -> Iterator[Any]:
        other = self.remote_ask("iter")
        while item := other.remote_ask("next"):
            yield item[0]

    def __next__(self) -> Any:
        item = self.remote_ask("next")
        if not item:
            raise StopIteration
        return item[0]

    def __contains__(self, wanted: Any) -> bool:
        return any(item == wanted for item in self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Remote) and bool(self.remote_ask("same", other))

    def __hash__(self) -> int:
        return hash(self.remote_number)


class IteratorBox:
    """Wraps an iterator, so that it is sent as an object and not as data."""

    def __init__(self, inner: Iterator[Any]) -> None:
        self.inner = inner

    def __iter__(self) -> Iterator[Any]:
        return self.inner


OPERATIONS: dict[str, Callable[..., Any]] = {
    "call": lambda thing, *arguments, **named: thing(*arguments, **named),
    "get": getattr,
    "item": lambda thing, key: thing[key],
    "len": len,
    "bool": bool,
    "str": str,
    "iter": lambda thing: IteratorBox(iter(thing)),
    "next": lambda thing: next(((item,) for item in thing), ()),
    "same": lambda thing, other: bool(thing == other),
}
ENCODERS: list[tuple[Any, Callable[[Wire, Any], Any]]] = [
    (int, lambda _, value: int(value)),
    (float, lambda _, value: float(value)),
    (str, lambda _, value: str.__str__(value)),
    (bytes, lambda _, value: ["bytes", value.hex()]),
    (bytearray, lambda _, value: ["bytearray", value.hex()]),
    (collections.deque, lambda wire, value: ["deque", [wire.encode(item) for item in value]]),
    (range, lambda _, value: ["range", [value.start, value.stop, value.step]]),
    (complex, lambda _, value: ["complex", [value.real, value.imag]]),
    (fractions.Fraction, lambda _, value: ["Fraction", str(value)]),
    (decimal.Decimal, lambda _, value: ["Decimal", str(value)]),
    (datetime.timedelta, lambda _, value: ["timedelta", [value.days, value.seconds, value.microseconds]]),
    (tuple(DATES.values()), lambda _, value: [type(value).__name__, value.isoformat()]),
    (Remote, lambda _, value: ["yours", value.remote_number]),
    (type(sys), lambda _, value: ["module", value.__name__]),
]
DECODERS: dict[str, Callable[[Wire, Any], Any]] = {
    "bytes": lambda _, text: bytes.fromhex(text),
    "bytearray": lambda _, text: bytearray.fromhex(text),
    "deque": lambda wire, items: collections.deque(wire.decode(item) for item in items),
    "range": lambda _, numbers: range(*numbers),
    "complex": lambda _, numbers: complex(*numbers),
    "Fraction": lambda _, text: fractions.Fraction(text),
    "Decimal": lambda _, text: decimal.Decimal(text),
    "timedelta": lambda _, numbers: datetime.timedelta(*numbers),
    "datetime": lambda _, text: datetime.datetime.fromisoformat(text),
    "date": lambda _, text: datetime.date.fromisoformat(text),
    "time": lambda _, text: datetime.time.fromisoformat(text),
    "mine": Remote,
    "yours": lambda wire, number: wire.kept[number],
    # The local module of the same name, only from the standard library.
    "module": lambda _, name: importlib.import_module(name) if name in sys.stdlib_module_names else None,
}


def name_error(names: list[str]) -> type[Exception]:
    """The most specific error class that exists in this process too."""
    for name in names:
        kind = getattr(builtins, str(name), None)
        if isinstance(kind, type) and issubclass(kind, Exception) and kind not in UNSENDABLE:
            return kind
    return RuntimeError


def overwrite(mine: Any, theirs: Any) -> None:
    """Apply the changes that the other process made to a mutable argument."""
    if isinstance(mine, (list, bytearray)):
        mine[:] = theirs
    elif isinstance(mine, collections.deque):
        mine.clear()
        mine.extend(theirs)
    elif isinstance(mine, (dict, set)):
        mine.clear()
        mine.update(theirs)


def take_printed() -> str:
    stream, sys.stdout = sys.stdout, io.StringIO()
    return stream.getvalue()[:LONGEST_PRINT] if isinstance(stream, io.StringIO) else ""


def serve_code(end: socket.socket) -> None:
    """The child: run the model's code, then serve requests of the tests."""
    nothing = os.open("/dev/null", os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    os.close(nothing)
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), io.StringIO(), io.StringIO()
    wire = Wire(end, allowed=set(OPERATIONS), printed=take_printed)
    code = wire.receive()
    module = sys.modules["answer"] = type(sys)("answer")
    try:
        exec(compile(code, "answer.py", "exec"), module.__dict__)  # noqa: S102 - runs in the sandbox
    except BaseException as error:  # noqa: BLE001 - also SystemExit
        wire.send(["raised", type(error).__name__, str(error)[:LONGEST_TEXT]])
        return
    wire.send(["done", {name: wire.encode(value) for name, value in module.__dict__.items() if name[:2] != "__"}])
    while True:
        wire.send(wire.serve(*wire.receive()[1:]))


class AssertRecorder(ast.NodeTransformer):
    """Rewrites every assert, so that its result is recorded and the tests continue."""

    def __init__(self) -> None:
        self.sites: list[str] = []

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        if isinstance(node.test, ast.Constant) and node.test.value:
            return ast.copy_location(ast.Pass(), node)
        site = ast.Constant(len(self.sites))
        self.sites.append(ast.unparse(node.test)[:LONGEST_TEXT])
        test = node.test
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq):
            test = call("__same__", test.left, test.comparators[0])
        failed = ast.Expr(call("__note__", site, ast.Constant(False), ast.Name("__error__", ast.Load())))
        handler = ast.ExceptHandler(ast.Name("__Exception__", ast.Load()), "__error__", [failed])
        noted = ast.Try([ast.Expr(call("__note__", site, test))], [handler], [], [])
        return ast.fix_missing_locations(ast.copy_location(noted, node))


def call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


class CodeTestRun:
    """The parent: runs one order with code, tests, and the word that results are signed with."""

    def __init__(self, order: dict[str, Any], end: socket.socket) -> None:
        self.order = order
        self.wire = Wire(end, allowed={"call"}, printed=str)
        self.got: str | None = None

    def say(self, what: str, **more: Any) -> None:
        os.write(1, (json.dumps([self.order["word"], what, more]) + "\n").encode())

    def note(self, site: int, good: Any, error: Exception | None = None) -> None:
        passed = error is None and bool(good)
        self.say("assert", site=site, good=passed, got=None if passed else self.got, error=describe_error(error))
        self.got = None

    def same(self, left: Any, right: Any) -> bool:
        good = bool(left == right)
        self.got = None if good else shorten(left)
        return good

    def run(self) -> None:
        self.say("ready")
        try:
            kind, *answer = self.wire.ask(self.order["code"])
            if kind == "raised":
                self.say("broken", error=": ".join(map(str, answer)))
            else:
                self.test(*answer)
        except Gone:
            self.say("gone")

    def test(self, names: dict[str, Any]) -> None:
        recorder = AssertRecorder()
        tree = ast.parse(self.order["tests"])
        space = self.make_namespace(names, tree)
        has_check = any(isinstance(node, ast.FunctionDef) and node.name == "check" for node in tree.body)
        tree = recorder.visit(tree)
        self.say("sites", sites=recorder.sites)
        sys.stdout = io.StringIO()
        entry = self.order["entry_point"]
        try:
            exec(compile(tree, "tests.py", "exec"), space)  # noqa: S102 - the suite's own tests
            if has_check and entry:
                if entry not in names:
                    raise NameError(f"name '{entry}' is not defined")  # noqa: TRY301 - reported like any other
                space["check"](self.wire.decode(names[entry]))
        except Exception as error:  # noqa: BLE001 - tests may raise anything
            self.say("stopped", error=describe_error(error))
            return
        self.say("end")

    def make_namespace(self, names: dict[str, Any], tree: ast.Module) -> dict[str, Any]:
        """The model's names that the tests use, without names of builtins."""
        entry = self.order["entry_point"]
        used = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in names]
        wanted = [name for name in used if not hasattr(builtins, name) or name == entry] or used[:1]
        space = {name: self.wire.decode(names[name]) for name in wanted}
        own = {"__name__": "tests", "__note__": self.note, "__same__": self.same, "__Exception__": Exception}
        return {**space, **own}


def describe_error(error: Exception | None) -> str | None:
    return None if error is None else f"{type(error).__name__}: {error}"[:LONGEST_TEXT]


def shorten(value: Any) -> str:
    try:
        return (str(value) if isinstance(value, Remote) else repr(value))[:LONGEST_TEXT]
    except Exception as error:  # noqa: BLE001 - only a text for people
        return type(error).__name__


def main() -> None:
    sys.set_int_max_str_digits(0)
    mine, theirs = socket.socketpair()
    if os.fork() == 0:
        mine.close()
        try:
            serve_code(theirs)
        finally:
            os._exit(0)
    theirs.close()
    CodeTestRun(json.loads(sys.stdin.buffer.read()), mine).run()


main()
