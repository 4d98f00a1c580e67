"""The lines of a run: each model with each prompt, and their display names."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.generation.contestants.service import describe

from ...runs.errors import RunNotFound
from ...runs.models import Run
from .. import repository
from ..errors import LineNotFound
from ..repository import LoadedRun


class Line(NamedTuple):
    key: str
    model_id: str
    model_name: str
    prompt: str


async def load_run(session: Session, *, run_id: UUID) -> LoadedRun:
    found = await repository.get_run(session, run_id)
    if found is None:
        raise RunNotFound
    return found


async def list_lines(session: Session, *, run: Run) -> list[Line]:
    """In the order of the run's models, then prompts. A model that no longer exists is named by its id."""
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
