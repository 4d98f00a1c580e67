import asyncio
import time
from typing import Any

import pytest

from llmbattler.scorers.builtin.snippet import SnippetFailed
from llmbattler.scorers.contract import Answer, Case, Score, Tools
from llmbattler.scorers.errors import BadOptions
from llmbattler.scorers.registry import find_scorer, make_scorer


async def score(code: str, *, fields: Any = None, target: Any = "42", **options: Any) -> Score:
    answer = Answer(text="It is 42.", extracted="42")
    case = Case(prompt="", target=target, fields=fields or {}, answer=answer)
    return await make_scorer("snippet", {"code": code, **options}).score(case, Tools())


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("extracted == target", 1.0),
        ("extracted != target", 0.0),
        ("0.25", 0.25),
        ("None", None),
        ("'42' in answer and fields['level'] == 3", 1.0),
        ("found = int(extracted)\nfound == int(target)", 1.0),
        ("def score(extracted, target):\n    return extracted == target", 1.0),
        ("def score(*, fields):\n    return len(fields['names']) / 4", 0.5),
        ("def score():\n    return None", None),
        ("import re\nbool(re.search(r'\\d+', answer))", 1.0),
        ("import json\njson.loads('{\"a\": 1}')['a']", 1.0),
        ("print('x' * 1000)\nTrue", 1.0),
        ("import time\ntime.sleep(3600)\nTrue", 1.0),
    ],
)
async def test_results(code: str, value: float | None) -> None:
    assert (await score(code, fields={"level": 3, "names": ["ä", None]})).value == value


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("def score(", "was never closed"),
        ("extracted ==", "invalid syntax"),
        ("x = 1", "must end with an expression"),
        ("", "code"),
        ("def score(answer, secret):\n    return 1", "but not secret"),
        ("(" * 5000, "snippet: code"),
    ],
)
def test_a_snippet_that_does_not_parse(code: str, sentence: str) -> None:
    with pytest.raises(BadOptions, match=sentence):
        make_scorer("snippet", {"code": code})


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("unknown", "NameError"),
        ("'yes'", "returned 'yes'"),
        ("2", "returned 2"),
        ("-0.1", "returned -0.1"),
        ("float('nan')", "returned nan"),
        ("while True: pass\nTrue", "time limit"),
        ("x = [1] * 10 ** 9\nTrue", "memory limit"),
        ("def f(): return f()\nf()", "RecursionError"),
        ("open('/etc/passwd').read()\nTrue", "PermissionError"),
        ("import os\nos.listdir('/')\nTrue", "PermissionError"),
        ("import os\nbool(os.environ['PATH'])", "Error"),
        ("import socket\nTrue", "ModuleNotFoundError"),
        ("import subprocess\nTrue", "ModuleNotFoundError"),
        ("__import__('os').system('true') == 0", "Error"),
        ("().__class__.__bases__[0].__subclasses__()\nTrue", "Error"),
    ],
)
async def test_a_snippet_that_fails(code: str, sentence: str) -> None:
    with pytest.raises(SnippetFailed, match=sentence):
        await score(code, seconds=0.5)


async def test_snippets_share_no_state() -> None:
    await score("kept = 1\nTrue")
    with pytest.raises(SnippetFailed, match="NameError"):
        await score("kept == 1")


async def test_a_sample_that_cannot_be_given() -> None:
    with pytest.raises(SnippetFailed, match="cannot be passed to the snippet"):
        await score("True", target=object())


async def test_the_loop_stays_free() -> None:
    running = asyncio.create_task(score("while True: pass\nTrue", seconds=0.5))
    longest, before = 0.0, time.monotonic()
    while not running.done():
        await asyncio.sleep(0.005)
        longest, before = max(longest, time.monotonic() - before), time.monotonic()
    assert isinstance(running.exception(), SnippetFailed)
    assert longest < 0.4


async def test_many_at_once() -> None:
    found = await asyncio.gather(*(score("len(answer) / 9") for _ in range(50)))
    assert {one.value for one in found} == {1.0}


def test_it_needs_no_tools() -> None:
    assert find_scorer("snippet").needs == ()
