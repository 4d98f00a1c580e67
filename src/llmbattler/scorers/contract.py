"""What a scorer is: one answer in, one score out. Read this file and you can write one.

A scorer knows no tables, no catalog and no network. What it may need beside the answer, a model that judges or a
sandbox for code, its caller brings as `Tools`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from pydantic import BaseModel


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a model said, and what it took."""

    text: str
    extracted: str | None
    """What the suite's extraction took out of the text, the whole text without one; `None`: nothing was found."""
    first_token_ms: int | None = None
    total_ms: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_micro_usd: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One answer to one sample."""

    prompt: str
    """The last thing the model was asked."""
    target: Any
    """What the suite holds to be right; `None` where it says nothing."""
    fields: Mapping[str, Any]
    """The sample as it stands in the dataset."""
    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """From 0, wrong, to 1, right. No value means unparsed: the answer has no form that could be right or wrong."""

    value: float | None
    reason: str = ""
    """One sentence for the person who looks at the sample."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """What a page may show beside it; plain JSON."""


@dataclass(frozen=True, slots=True)
class SandboxResult:
    """How a program in the sandbox ended."""

    output: str
    errors: str
    exit_code: int | None
    """Absent where it was ended from outside."""
    stopped_for: str | None = None
    """The limit it ran into, in words: "time", "memory", "output"."""

    @property
    def ok(self) -> bool:
        return self.exit_code == 0


class Judge(Protocol):
    """Models that grade. Which ones, and who pays, is the caller's business."""

    @property
    def names(self) -> Sequence[str]:
        """Names to ask by, in the order in which the suite or the run names them."""
        ...

    async def ask(self, name: str, prompt: str, *, system: str | None = None) -> str:
        """Give the judge's reply, or raise: a judge that fails is no verdict."""
        ...


class Sandbox(Protocol):
    """Runs a program that nobody has read: without network, without files of this machine, within limits."""

    async def run(self, program: str, *, seconds: float, memory_mb: int, stdin: str = "") -> SandboxResult:
        """Run Python source; raises `NoSandbox` where this machine has none that holds."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    judge: Judge | None = None
    sandbox: Sandbox | None = None


class Scorer(Protocol):
    """One way of scoring, with its options. Made once for a run and asked for every answer."""

    async def score(self, case: Case, tools: Tools) -> Score: ...


class ScorerKind(Protocol):
    """What an entry point in the group `llmbattler.scorers` names: a class of scorers."""

    title: ClassVar[str]
    """A few words for a menu: "Number, with tolerance"."""
    Options: ClassVar[type[BaseModel]]
    """What a suite may set, with defaults and descriptions; also the form that the page shows."""
    needs: ClassVar[tuple[str, ...]] = ()
    """What it asks of `Tools`: "judge", "sandbox"."""

    def __call__(self, options: Any) -> Scorer:  # noqa: ANN401 - an object of the class's own `Options`
        ...
