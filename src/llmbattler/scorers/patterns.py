"""Regular expressions from users, run on text from models with a time limit.

Python's `re` can take years for forty characters and cannot be interrupted. Such patterns therefore run in a separate
process that sets an alarm before each search. If it fires, the process is killed and the next search starts a new
one. Patterns in our own code are reviewed and run in place.
"""

import atexit
import json
import re
import subprocess
import sys
import threading
from dataclasses import dataclass
from typing import Any

from .errors import BadOptions, PatternTooSlow

SECONDS = 0.5
"""Time limit of one pattern on one text."""
LONGEST_PATTERN = 2_000

# Only the standard library, without site-packages: it starts in 15 ms and has no access to secrets.
_PROGRAM = """
import json, re, resource, signal, sys
signal.signal(signal.SIGALRM, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])
if sys.platform == "linux":
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
for line in sys.stdin:
    job = json.loads(line)
    signal.setitimer(signal.ITIMER_REAL, job["seconds"])
    pattern = re.compile(job["pattern"], job["flags"])
    if job["verb"] == "replace":
        said = pattern.sub(lambda _: job["by"], job["text"])
    else:
        found = None
        if job["verb"] == "match":
            found = pattern.fullmatch(job["text"])
        else:
            for found in pattern.finditer(job["text"]):
                if job["verb"] == "first":
                    break
        said = found and {"whole": found[0], "groups": found.groups(), "named": found.groupdict()}
    signal.setitimer(signal.ITIMER_REAL, 0)
    print(json.dumps(said), flush=True)
"""


@dataclass(frozen=True, slots=True)
class Match:
    whole: str
    groups: tuple[str | None, ...]
    named: dict[str, str | None]

    def get(self, group: int | str) -> str | None:
        """A group by number or name; 0 is the whole match."""
        if isinstance(group, str):
            return self.named[group]
        return self.whole if group == 0 else self.groups[group - 1]


class _SearchProcess:
    """The search process. Started on first use, and again after it was killed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def ask(self, job: dict[str, Any]) -> Any:  # noqa: ANN401 - what comes back depends on the verb
        with self._lock:
            if self._process is not None and self._process.poll() is not None:
                self._end()
            process = self._process = self._process or self._start()
            assert process.stdin is not None  # noqa: S101 - asked for when it was started
            assert process.stdout is not None  # noqa: S101
            try:
                print(json.dumps(job), file=process.stdin, flush=True)
                reply = process.stdout.readline()
            except BrokenPipeError:
                reply = ""
            except BaseException:
                # Interrupted before the reply was read: the next request must not read it.
                self._end()
                raise
            if not reply:
                self._end()
                raise PatternTooSlow(
                    f"The pattern {job['pattern']!r} took more than {SECONDS} s or 1 GB on one answer."
                )
        return json.loads(reply)

    def close(self) -> None:
        with self._lock:
            self._end()

    def _start(self) -> "subprocess.Popen[str]":
        command = [sys.executable, "-I", "-S", "-c", _PROGRAM]
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere, text=True)  # noqa: S603 - fixed

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


_search_process = _SearchProcess()
atexit.register(_search_process.close)


class SafePattern:
    """A pattern from a suite. Raises `BadOptions` if it is invalid and `PatternTooSlow` if a search takes too long."""

    def __init__(self, source: str, *, ignore_case: bool = False, dot_all: bool = True, multiline: bool = True) -> None:
        if len(source) > LONGEST_PATTERN:
            raise BadOptions(f"A pattern has at most {LONGEST_PATTERN} characters.")
        wanted = {re.IGNORECASE: ignore_case, re.DOTALL: dot_all, re.MULTILINE: multiline}
        self._flags = int(sum((flag for flag, on in wanted.items() if on), re.NOFLAG))
        self._source = source
        try:
            compiled = re.compile(source, self._flags)
        except (re.error, OverflowError, RecursionError) as error:
            raise BadOptions(f"{source!r} is not a valid regular expression: {error}") from error
        self.groups = compiled.groups
        self.names = frozenset(compiled.groupindex)

    def search(self, text: str, *, last: bool = False) -> Match | None:
        return self._find("last" if last else "first", text)

    def fullmatch(self, text: str) -> Match | None:
        return self._find("match", text)

    def replace(self, text: str, by: str) -> str:
        """Replace every match by the literal text `by`."""
        return str(self._ask("replace", text, by=by))

    def _find(self, verb: str, text: str) -> Match | None:
        said = self._ask(verb, text)
        return None if said is None else Match(said["whole"], tuple(said["groups"]), said["named"])

    def _ask(self, verb: str, text: str, *, by: str = "") -> Any:  # noqa: ANN401
        return _search_process.ask(
            {
                "verb": verb,
                "pattern": self._source,
                "flags": self._flags,
                "text": text,
                "by": by,
                "seconds": SECONDS,
            }
        )
