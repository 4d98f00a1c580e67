"""Taking pieces of runs, and making questions of those of their samples that have no result yet."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from llmbattler.catalog.service import Ask, OfferedModel, Reading, find_offered
from llmbattler.connectors.contract import Params
from llmbattler.core.db import Database, Session
from llmbattler.scorers.errors import NoJudge, NoSandbox
from llmbattler.scorers.sandbox import describe_sandbox

from ....suites.definition.errors import BadTemplate
from ....suites.definition.samples import SampleView
from ....suites.service.open_suite import OpenSuite, list_samples, open_suite
from ...answer_keys import identify, make_key, merge_params
from ...chunks import SIZE
from ...endpoints import endpoint_of
from ...models import Run
from ...params import make_room
from .. import repository
from ..claims import ClaimedChunk, PriorResult
from ..gates import Gates
from ..run_state import HeldChunk, ModelGate, PriorCost, RunBudget, RunState, WorkItem

LEASE = timedelta(seconds=15)
LONELY = 2
"""A sample that so many workers died of is taken alone: whoever holds it holds no other such."""
MOST_SUITES = 32
LONG_PROMPT = 20_000
"""Longer questions are written anew when they are asked, not kept until then."""
ANYWHERE = 10_000


@dataclass(slots=True)
class _Piece:
    state: RunState
    held: HeldChunk
    seen: Mapping[int, PriorResult]


class ChunkLoader:
    """Knows how to open runs; keeps suites, which never change."""

    def __init__(self, database: Database, gates: Gates, worker: UUID, clock: Callable[[], float]) -> None:
        self._database = database
        self._gates = gates
        self._worker = worker
        self._clock = clock
        self._suites: OrderedDict[UUID, OpenSuite] = OrderedDict()
        self._lanes: dict[str, tuple[str, ModelGate]] = {}

    async def claim(self, wants: Mapping[UUID, int], *, alone: bool) -> list[ClaimedChunk]:
        """Take pieces; with `alone` also one of those that workers died of."""
        async with self._database.unit() as session:
            found = await repository.update_claimed_chunks(
                session, self._worker, wants=wants, lease=LEASE, deaths=(0, LONELY - 1)
            )
            if alone:
                found += await repository.update_claimed_chunks(
                    session,
                    self._worker,
                    wants=dict.fromkeys(wants, 1),
                    lease=LEASE,
                    deaths=(LONELY, ANYWHERE),
                    limit=1,
                )
        return found

    async def open(self, run: Run) -> RunState:
        """Make ready what all questions of a run need."""
        async with self._database.unit() as session:
            suite = await self._open_suite(session, run.version_id)
            judges = run.judges or suite.spec.judges
            models = await find_offered(session, model_ids=[*run.models, *judges])
        params = merge_params(suite.spec.params, run.params)
        state = RunState(
            run=run,
            suite=suite,
            models=models,
            model_gates={model_id: self._find_lane(model) for model_id, model in models.items()},
            params={model_id: _write_params(model, params) for model_id, model in models.items()},
            identities={model_id: identify(model, params) for model_id, model in models.items()},
            opened_at=self._clock(),
            budget=None if run.budget_micro_usd is None else RunBudget(run.budget_micro_usd),
        )
        await _check_tools(state)
        return state

    async def _open_suite(self, session: Session, version_id: UUID) -> OpenSuite:
        suite = self._suites.get(version_id)
        if suite is None:
            suite = self._suites[version_id] = await open_suite(session, version_id=version_id)
            if len(self._suites) > MOST_SUITES:
                self._suites.popitem(last=False)
        return suite

    def _find_lane(self, model: OfferedModel) -> ModelGate:
        """The same for all runs, as long as the model stays where it is."""
        endpoint = endpoint_of(model)
        known = self._lanes.get(model.model_id)
        if known is None or known[0] != endpoint:
            known = self._lanes[model.model_id] = (endpoint, ModelGate(self._gates.get(endpoint), self._clock))
        return known[1]

    async def load(
        self, claimed: Sequence[ClaimedChunk], states: Mapping[UUID, RunState]
    ) -> list[tuple[WorkItem, float]]:
        """Questions for all that these pieces miss, each with the seconds until it is due. Pieces without any too."""
        async with self._database.unit() as session:
            seen = await repository.list_prior_results(session, claimed)
            pieces = [
                _Piece(states[one.run_id], HeldChunk(one.plan, 0), known)
                for one, known in zip(claimed, seen, strict=True)
            ]
            samples = await self._load_samples(session, pieces)
            questions = [question for piece in pieces for question in _make_items(piece, samples)]
            await asyncio.sleep(0)  # many questions take a while to write; others get their turn
            keys = [item.key for item, _ in questions if item.key is not None]
            kept = await repository.find_answers(session, keys) if keys else {}
        for item, _ in questions:
            item.kept = kept.get(item.key or "")
        for piece in pieces:
            piece.state.held[piece.held.plan.number] = piece.held
        return questions

    async def _load_samples(self, session: Session, pieces: Sequence[_Piece]) -> dict[tuple[UUID, int], SampleView]:
        wanted: dict[UUID, set[tuple[int, int]]] = {}
        for piece in pieces:
            plan = piece.held.plan
            wanted.setdefault(piece.state.suite.dataset_id, set()).add((plan.first, plan.count))
        found: dict[tuple[UUID, int], SampleView] = {}
        for dataset_id, ranges in wanted.items():
            for first, count in _join(ranges):
                for sample in await list_samples(session, dataset_id=dataset_id, first=first, count=count):
                    found[dataset_id, sample.position] = sample
        return found


async def _check_tools(state: RunState) -> None:
    """Ask no model for answers that nobody could mark."""
    needs = state.suite.marker.needs
    if "judge" in needs and not (state.run.judges or state.suite.spec.judges):
        raise NoJudge("Name a judge in the suite or in the run.")
    if "sandbox" in needs:
        standing = await describe_sandbox()
        if standing.sandbox is None:
            raise NoSandbox(f"{standing.sentence} {standing.advice}")


def _write_params(model: OfferedModel, merged: Mapping[str, Any]) -> Params:
    params = make_room(model, merged)
    return Params(**{**params, "stop": tuple(params.get("stop", ()))})


def _join(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Read neighbours together: many pieces of one sample each would otherwise be as many queries."""
    joined: list[tuple[int, int]] = []
    for first, count in sorted(ranges):
        if joined and first - sum(joined[-1]) <= SIZE:
            start, before = joined[-1]
            joined[-1] = (start, max(before, first + count - start))
        else:
            joined.append((first, count))
    return joined


def _make_items(piece: _Piece, samples: Mapping[tuple[UUID, int], SampleView]) -> list[tuple[WorkItem, float]]:
    made: list[tuple[WorkItem, float]] = []
    for position in piece.held.plan.positions:
        known = piece.seen.get(position)
        if known is not None and known.final:
            continue
        # One that is no longer there fails like any other question that cannot be asked.
        gone = SampleView(position=position, sample_id="", fields={})
        sample = samples.get((piece.state.suite.dataset_id, position), gone)
        known = known or PriorResult(position, final=False, tries=0, wait=0.0)
        paid = PriorCost(known.cost_micro_usd, known.judge_micro_usd)
        item = WorkItem(piece.state, piece.held, sample, tries=known.tries, before=paid)
        _write_question(item)
        made.append((item, known.wait))
    piece.held.left = len(made)
    return made


def _write_question(item: WorkItem) -> None:
    """Write it now where the cache or the budget must know it; a template that fails does so when it is asked."""
    state, plan = item.state, item.held.plan
    if plan.model_id not in state.models or not (state.run.use_cache or state.budget is not None):
        return
    try:
        messages = state.suite.renderer.render(item.sample, plan.prompt)
    except BadTemplate:
        return
    if state.run.use_cache:
        item.key = make_key(state.identities[plan.model_id], messages, plan.epoch)
    if state.budget is not None:
        reading = Reading.of_messages(messages)
        model, longest = state.models[plan.model_id], state.params[plan.model_id].max_tokens
        item.estimate = Ask.of(model, reading=reading, caller=None, max_tokens=longest).amount
    if sum(len(message.text) for message in messages) <= LONG_PROMPT:
        item.messages = messages
