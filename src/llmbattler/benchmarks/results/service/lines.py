"""The lines of a run: each model with each prompt, and how they are called."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.generation.contestants.service import describe

from ...runs.errors import RunNotFound
from ...runs.models import Run
from .. import repository
from ..errors import LineNotFound
from ..repository import OpenedRun


class Line(NamedTuple):
    key: str
    model_id: str
    model_name: str
    prompt: str

    @property
    def title(self) -> str:
        """For people: the prompt only where there are several."""
        return f"{self.model_name} · {self.prompt}" if "#" in self.key[len(self.model_id) :] else self.model_name


async def open_run(session: Session, *, run_id: UUID) -> OpenedRun:
    found = await repository.get_run(session, run_id)
    if found is None:
        raise RunNotFound
    return found


async def list_lines(session: Session, *, run: Run) -> list[Line]:
    """In the order in which the run names models, then prompts. A model that is gone is called by its id."""
    known = await describe(session, ids=run.models)
    return [
        Line(line_key(run, model_id, prompt), model_id, known[model_id].name, prompt)
        for model_id in run.models
        for prompt in run.prompts
    ]


def line_key(run: Run, model_id: str, prompt: str) -> str:
    return f"{model_id}#{prompt}" if len(run.prompts) > 1 else model_id


def find_line(lines: Sequence[Line], key: str) -> Line:
    for line in lines:
        if line.key == key:
            return line
    raise LineNotFound
