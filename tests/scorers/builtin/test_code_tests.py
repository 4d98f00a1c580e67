"""Code tests, and attempts to pass them without correct code."""

# ruff: noqa: E501, ISC004 - programs and their tests, one on a line

import pytest

from llmbattler.scorers.contract import Answer, Case, SandboxResult, Score, Tools
from llmbattler.scorers.errors import BadOptions, NoSandbox
from llmbattler.scorers.registry import find_scorer, make_scorer
from llmbattler.scorers.sandbox import describe_sandbox, open_sandbox

HUMANEVAL = {
    "prompt": 'from typing import List\n\n\ndef largest(numbers: List[int]) -> int:\n    """ Give the largest. """\n',
    "entry_point": "largest",
    "test": "def check(candidate):\n    assert candidate([1, 3, 2]) == 3\n    assert candidate([-5]) == -5\n    assert True\n",
}
MBPP = {
    "test_list": ["assert add(1, 2) == 3", "assert add(-1, 1) == 0", "assert add(0, 0) == 0"],
    "test_setup_code": "",
}


@pytest.fixture
async def tools() -> Tools:
    status = await describe_sandbox()
    if status.sandbox is None:
        pytest.skip(status.sentence)
    return Tools(sandbox=open_sandbox())


def case(text: str | None, fields: object = None, target: object = None) -> Case:
    kept = {} if fields is None else fields
    assert isinstance(kept, dict)
    return Case(prompt="", target=target, fields=kept, answer=Answer(text=text or "", extracted=text))


async def score(tools: Tools, text: str | None, fields: object, **options: object) -> Score:
    return await make_scorer("code_tests", options).score(case(text, fields), tools)


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("    return max(numbers)\n", id="goes-on"),
        pytest.param("return max(numbers)", id="goes-on-without-indent"),
        pytest.param("```python\n    return max(numbers)\n```", id="goes-on-in-a-fence"),
        pytest.param("def largest(numbers):\n    return max(numbers)\n", id="whole"),
        pytest.param("def largest(numbers: List[int]) -> int:\n    return max(numbers)\n", id="whole-without-imports"),
        pytest.param("Sure:\n\n```python\ndef largest(n):\n    return max(n)\n```\nDone.", id="fenced"),
        pytest.param("```\ndef largest(n):\n    return max(n)", id="fence-without-end"),
        pytest.param("~~~py\ndef largest(n):\n    return max(n)\n~~~", id="tildes"),
        pytest.param(
            "```python\ndef largest(n):\n    return max(n)\n```\nUse:\n```python\nprint(largest([1]))\n```\n"
            "```text\n1\n```",
            id="example-after",
        ),
        pytest.param("```python\nlargest = lambda n: sorted(n)[-1]\n```", id="assigned"),
        pytest.param("```python\ndef largest(n):\n    print('noise' * 100_000)\n    return max(n)\n```", id="noisy"),
        pytest.param(
            "```python\nfrom collections import UserList\ndef largest(n):\n    return max(n)\n```", id="imports"
        ),
    ],
)
async def test_correct_code_in_every_form_passes(tools: Tools, answer: str) -> None:
    found = await score(tools, answer, HUMANEVAL)
    assert (found.value, found.reason) == (1.0, "2 of 2 asserts hold.")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("    return min(numbers)\n", "1 of 2 asserts hold. First failure: candidate([1, 3, 2]) == 3 (got 1)"),
        ("    return undefined\n", "NameError: name 'undefined' is not defined"),
        ("```python\ndef largest(n:\n```", "The code failed: SyntaxError"),
        (
            "```python\ndef smallest(n):\n    return 1\n```",
            "The tests stopped: NameError: name 'largest' is not defined",
        ),
        ("```python\nraise SystemExit(0)\ndef largest(n): return 3\n```", "The code failed: SystemExit"),
        ("    while True: pass\n", "It exceeded the time limit. 0 of 2 asserts hold."),
        ("    return [0] * 10 ** 9\n", "MemoryError"),
    ],
)
async def test_wrong_code_and_why(tools: Tools, answer: str, reason: str) -> None:
    found = await score(tools, answer, HUMANEVAL, seconds=2)
    assert found.value == 0.0
    assert reason in found.reason


@pytest.mark.parametrize("answer", [None, "", "  \n", "I cannot help with that.", "```bash\nls\n```", "```python\n```"])
async def test_without_code_it_is_unparsed(tools: Tools, answer: str | None) -> None:
    found = await score(tools, answer, HUMANEVAL)
    assert (found.value, found.reason) == (None, "No code was found in the answer.")


@pytest.mark.parametrize(
    "code",
    ["(" * 190_000, "-" * 190_000 + "1", "1+" * 90_000 + "1", "x." * 90_000 + "x", "[" * 99 + "]" * 99, "not " * 45_000 + "1",
     "lambda:" * 25_000 + "1", "f(" * 90_000, "x = 1\n" * 40_000, "\0", "x if x else " * 15_000 + "x", "\\d" * 1000, "x[" * 90_000,
     "def f(): return '\\d'\n", "{" * 190_000, "x = " * 45_000 + "1", "@a\n" * 60_000 + "def f(): pass", "9" * 190_000],
    ids=range(18),
)  # fmt: skip
async def test_code_that_is_hard_to_read(tools: Tools, code: str) -> None:
    """Code is compiled in this process before it runs in the sandbox, which must not crash this process."""
    found = await score(tools, f"```python\n{code}\n```", MBPP)
    assert found.value == 0.0


async def test_a_list_of_asserts_and_partial_credit(tools: Tools) -> None:
    right = await score(tools, "```python\ndef add(a, b):\n    return a + b\n```", MBPP)
    assert right.value == 1.0
    half = "def add(a, b):\n    return a + b if a > 0 else 0\n"
    assert (await score(tools, half, MBPP)).value == 1.0
    wrong = "def add(a, b):\n    return 3\n"
    assert (await score(tools, wrong, MBPP)).value == 0.0
    found = await score(tools, wrong, MBPP, partial=True)
    assert found.value == pytest.approx(1 / 3)
    assert found.details["asserts"] == [
        {"text": "add(1, 2) == 3", "held": True, "said": ""},
        {"text": "add(-1, 1) == 0", "held": False, "said": "got 3"},
        {"text": "add(0, 0) == 0", "held": False, "said": "got 3"},
    ]


async def test_partial_credit_counts_what_was_never_reached(tools: Tools) -> None:
    leaves = "import os\ncalls = []\ndef add(a, b):\n    calls.append(1)\n    return a + b if len(calls) < 2 else os._exit(0)\n"
    found = await score(tools, leaves, MBPP, partial=True)
    assert found.value == pytest.approx(1 / 3)
    assert [one["said"] for one in found.details["asserts"]] == ["", "not reached", "not reached"]


CHEATS = {
    "leaves-with-success": "import os, sys\nos._exit(0)",
    "leaves-when-asked": "import os\ndef add(a, b): os._exit(0)",
    "exits-when-asked": "import sys\ndef add(a, b): sys.exit(0)",
    "prints-what-a-harness-prints": "def add(a, b):\n    print('OK', 'end', 'passed', '\\n[\"\", \"end\", {}]')\n    import os; os.write(1, b'end'); os._exit(0)",
    "equals-everything": "class Yes:\n    def __eq__(self, other): return True\n    def __hash__(self): return 3\ndef add(a, b): return Yes()",
    "an-int-that-equals-everything": "class Yes(int):\n    def __eq__(self, other): return True\n    __hash__ = None\ndef add(a, b): return Yes(7)",
    "a-list-that-equals-everything": "class Yes(list):\n    def __eq__(self, other): return True\ndef add(a, b): return Yes()",
    "changes-builtins": "import builtins\nbuiltins.AssertionError = ValueError\nbuiltins.abs = lambda x: 0\nbuiltins.bool = lambda x: True\ndef add(a, b): return 9",
    "shadows-builtins": "def bool(x): return True\ndef isinstance(*x): return True\ndef add(a, b): return 9",
    "shadows-the-notes": "def __note__(*x): pass\ndef __same__(*x): return True\nclass __Exception__(BaseException): pass\ndef add(a, b): return 9",
    "own-check": "def check(candidate): pass\ndef add(a, b): return 9",
    "looks-into-frames": "import sys, gc\ndef add(a, b):\n    frame = sys._getframe()\n    while frame:\n        for value in frame.f_locals.values():\n            if isinstance(value, dict) and 'word' in value: return value\n        frame = frame.f_back\n    for thing in gc.get_objects():\n        if isinstance(thing, dict) and 'tests' in thing: return 3\n    return 9",
    "speaks-to-every-file": "import os\ndef add(a, b):\n    for number in range(64):\n        try: os.write(number, b'\\0' * 7 + b'\\x0f[\"done\", 3, \"\", []]')\n        except OSError: pass\n    return 9",
    "changes-the-wire": "import sys, builtins\nmain = sys.modules['__main__']\nmain.Examination = main.Note = main.json = None\nmain.Wire.encode = lambda self, value: ['yours', 0]\ndef add(a, b): return 9",
    "stops-iteration": "def add(a, b): raise StopIteration",
    "asserts-are-off": "import sys\nsys.flags\n__debug__\ndef add(a, b): return 9",
    "kills-its-parent": "import os, signal\ndef add(a, b): os.kill(os.getppid(), signal.SIGKILL)",
    "kills-everybody": "import os, signal\ndef add(a, b): os.kill(-1, signal.SIGKILL)",
    "stops-its-parent": "import os, signal\ndef add(a, b): os.kill(os.getppid(), signal.SIGSTOP)",
    "replaces-itself": "import os, sys\ndef add(a, b): os.execv(sys.executable, [sys.executable, '-c', 'print(3)'])",
    "reads-its-parent": "import os\ndef add(a, b):\n    try: return open(f'/proc/{os.getppid()}/mem', 'rb').read(10)\n    except OSError: return 9",
    "sends-nonsense": "import sys\nmain = sys.modules['__main__']\nmain.Wire.send = lambda self, message: self.end.sendall(b'\\xff' * 100)\ndef add(a, b): return 3",
    "sends-deep-nesting": "import sys\nmain = sys.modules['__main__']\ndef send(self, message):\n    data = b'[' * 1000000\n    self.end.sendall(len(data).to_bytes(8, 'big') + data)\nmain.Wire.send = send\ndef add(a, b): return 3",
    "asks-for-other-things": "import sys\nmain = sys.modules['__main__']\ndef add(a, b): return 9\nold = main.Wire.send\ndef send(self, message):\n    old(self, ['ask', 'get', 0, ['__globals__'], {}])\n    old(self, message)\nmain.Wire.send = send",
}


@pytest.mark.parametrize("code", CHEATS.values(), ids=CHEATS.keys())
async def test_cheating_code_does_not_pass(tools: Tools, code: str) -> None:
    fields = {"test_list": ["assert add(1, 2) == 3", "assert add(2, 2) == 4", "assert add(2, 3) in [5]"]}
    found = await score(tools, f"```python\n{code}\n```", fields, partial=True, seconds=2)
    assert found.value == 0.0, found
    assert (await score(tools, f"```python\n{code}\n```", fields, seconds=2)).value == 0.0


@pytest.mark.parametrize(
    ("code", "tests"),
    [
        ("def double(items):\n    items[:] = [2 * x for x in items]", "x = [1, 2]\ndouble(x)\nassert x == [2, 4]"),
        ("def fill(d, s):\n    d['a'] = 1; s.add(2)", "d, s = {}, {1}\nfill(d, s)\nassert d == {'a': 1}\nassert s == {1, 2}"),
        ("def twice(f, x):\n    return f(f(x))", "assert twice(lambda x: x + 1, 1) == 3"),
        ("def count(n):\n    yield from range(n)", "assert list(count(3)) == [0, 1, 2]\nassert next(count(1)) == 0\nassert 2 in count(3)"),
        ("class Pair:\n    def __init__(self, a, b): self.a, self.b = a, b\n    def sum(self): return self.a + self.b\n    def __len__(self): return 2",
         "p = Pair(1, 2)\nassert p.sum() == 3\nassert p.a == 1\nassert len(p) == 2\nassert p"),
        ("class Pair:\n    def __init__(self, a): self.a = a\ndef total(pairs): return sum(p.a for p in pairs)",
         "assert total([Pair(1), Pair(5)]) == 6"),
        ("def fail(x):\n    raise KeyError('missing')", "try:\n    fail(1)\n    assert False\nexcept KeyError:\n    assert 1 == 1"),
        ("def fail(x):\n    raise b''.decode('utf-8') or ValueError('x')", "try:\n    fail(1)\n    assert False\nexcept ValueError:\n    assert 1 == 1"),
        ("def shout(x):\n    print(x.upper())", "import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()) as out:\n    shout('a')\nassert out.getvalue() == 'A\\n'"),
        ("from collections import *\nfrom fractions import Fraction\nfrom decimal import Decimal\nimport datetime\n"
         "def rich():\n    return [Counter('aab'), OrderedDict(a=1), deque([1]), {1, 2}, frozenset([3]), (1,), b'x', bytearray(b'y'), 1j, range(3),"
         " Fraction(1, 3), Decimal('1.10'), datetime.date(2020, 1, 2), datetime.timedelta(1), None, True, 2 ** 20000, float('inf'), 'ü\\ud800', defaultdict(int, a=1)]",
         "from collections import *\nfrom fractions import Fraction\nfrom decimal import Decimal\nimport datetime\n"
         "assert rich() == [Counter('aab'), OrderedDict(a=1), deque([1]), {1, 2}, frozenset([3]), (1,), b'x', bytearray(b'y'), 1j, range(3),"
         " Fraction(1, 3), Decimal('1.10'), datetime.date(2020, 1, 2), datetime.timedelta(1), None, True, 2 ** 20000, float('inf'), 'ü\\ud800', defaultdict(int, a=1)]"),
        ("import math\ndef root(x): return math.sqrt(x)", "assert math.isclose(root(2), 1.41421356, rel_tol=1e-6)"),
        ("def sum(a, b):\n    return a * b", "assert sum(2, 3) == 6\nassert sum(2, 5) == 10"),
        ("def f(x, *, by=1): return x + by", "for i in range(50):\n    assert f(i, by=2) == i + 2"),
    ],
)  # fmt: skip
async def test_ordinary_tests_work(tools: Tools, code: str, tests: str) -> None:
    found = await score(tools, f"```python\n{code}\n```", {"tests": tests})
    assert found.value == 1.0, found


async def test_an_assert_in_a_loop_holds_only_if_always(tools: Tools) -> None:
    found = await score(tools, "def f(x): return x % 7", {}, tests="for i in range(10):\n    assert f(i) == i\n")
    assert found.details["asserts"] == [{"text": "f(i) == i", "held": False, "said": "got 2"}]


async def test_tests_without_asserts_fail(tools: Tools) -> None:
    assert (await score(tools, "def f(): return 1", {}, tests="f()")).value == 0.0


@pytest.mark.parametrize(("block", "value"), [("first", 0.0), ("last", 1.0), ("all", 1.0), ("fitting", 1.0)])
async def test_which_block(tools: Tools, block: str, value: float) -> None:
    answer = "```python\ndef add(a, b): return 0\n```\nBetter:\n```python\ndef add(a, b): return a + b\n```"
    assert (await score(tools, answer, MBPP, block=block)).value == value


async def test_tests_from_the_target_and_from_a_named_field(tools: Tools) -> None:
    scorer = make_scorer("code_tests", {})
    found = await scorer.score(case("def f(): return 1", target="assert f() == 1"), tools)
    assert found.value == 1.0
    assert (await score(tools, "def f(): return 1", {"mine": ["assert f() == 2"]}, test_field="mine")).value == 0.0


async def test_errors_of_the_suite_are_reported(tools: Tools) -> None:
    with pytest.raises(BadOptions, match="The tests are not Python"):
        make_scorer("code_tests", {"tests": "assert ("})
    with pytest.raises(BadOptions, match="The tests are not Python"):
        await score(tools, "x = 1", {"test": "assert ("})
    with pytest.raises(BadOptions, match="The sample has no tests"):
        await score(tools, "x = 1", {})
    with pytest.raises(BadOptions, match="memory_mb"):
        make_scorer("code_tests", {"memory_mb": 1})
    with pytest.raises(BadOptions, match="language"):
        make_scorer("code_tests", {"language": "cobol"})


async def test_without_a_sandbox_it_refuses() -> None:
    assert find_scorer("code_tests").needs == ("sandbox",)
    with pytest.raises(NoSandbox):
        await score(Tools(), "x = 1", MBPP)


async def test_a_sandbox_that_breaks_is_no_wrong_answer() -> None:
    class Broken:
        async def run(self, *_: object, **__: object) -> SandboxResult:
            return SandboxResult("", "bwrap: no space left", 1)

    with pytest.raises(NoSandbox, match="no space left"):
        await score(Tools(sandbox=Broken()), "def add(a, b): return 1", MBPP)
