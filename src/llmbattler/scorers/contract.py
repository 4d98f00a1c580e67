"""The contract of scorers: one answer in, one score out. This file is all you need to write one.

A scorer has no access to tables, the catalog or the network. If it needs a judge or a sandbox, its caller passes them
as `Tools`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from pydantic import BaseModel


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer of a model, with its latency, tokens and cost."""

    text: str
    extracted: str | None
    """The result of the suite's extraction, or the whole text without one; `None` if nothing was found."""
    first_token_ms: int | None = None
    total_ms: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_micro_usd: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One answer to one sample."""

    prompt: str
    """The last message to the model."""
    target: Any
    """The correct answer; `None` if the suite has none."""
    fields: Mapping[str, Any]
    """The sample's columns."""
    answer: Answer
    language: str | None = None
    """The language of the sample or suite, a tag such as `de` or `es-MX`; `None` if it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A score from 0 (wrong) to 1 (right). Without a value the answer is unreadable: neither right nor wrong."""

    value: float | None
    reason: str = ""
    """One sentence for people who look at the sample."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """More to show on the page; must be JSON."""


@dataclass(frozen=True, slots=True)
class SandboxResult:
    """How a program in the sandbox ended."""

    output: str
    errors: str
    exit_code: int | None
    """`None` if it was killed."""
    stopped_for: str | None = None
    """The limit that was exceeded: "time", "memory" or "output"."""

    @property
    def ok(self) -> bool:
        return self.exit_code == 0


class Judge(Protocol):
    """Models that grade answers. The caller chooses them and pays for them."""

    @property
    def names(self) -> Sequence[str]:
        """Names of the judges, in the order in which the suite or run lists them."""
        ...

    async def ask(self, name: str, prompt: str, *, system: str | None = None) -> str:
        """Return the judge's reply. Raises if the call fails."""
        ...


class Sandbox(Protocol):
    """Runs an untrusted program without network or access to files of this machine, within limits."""

    async def run(self, program: str, *, seconds: float, memory_mb: int, stdin: str = "") -> SandboxResult:
        """Run Python source. Raises `NoSandbox` if no sandbox works on this machine."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    judge: Judge | None = None
    sandbox: Sandbox | None = None


class Scorer(Protocol):
    """A scorer with its options. Created once per run and called for every answer."""

    async def score(self, case: Case, tools: Tools) -> Score: ...


class ScorerKind(Protocol):
    """A class of scorers, named by an entry point in the group `llmbattler.scorers`."""

    title: ClassVar[str]
    """A few words for a menu, such as "Number, with tolerance"."""
    Options: ClassVar[type[BaseModel]]
    """Options of the scorer, with defaults and descriptions; also shown as a form."""
    needs: ClassVar[tuple[str, ...]] = ()
    """What it needs of `Tools`: "judge", "sandbox"."""

    def __call__(self, options: Any) -> Scorer:  # noqa: ANN401 - an object of the class's own `Options`
        ...
