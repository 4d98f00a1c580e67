"""Opens runs and turns claimed chunks into work items for the samples that have no final result."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from llmbattler.connectors.contract import Message, Params
from llmbattler.core.db import Database, Session
from llmbattler.core.resources import Resources
from llmbattler.generation.contestants.service import AnswerContext, Contestant, find_contestants
from llmbattler.generation.response_cache import service as response_cache
from llmbattler.scorers.errors import NoJudge, NoSandbox
from llmbattler.scorers.sandbox import describe_sandbox

from ....suites.definition.errors import BadTemplate
from ....suites.definition.samples import SampleView
from ....suites.scoring.turns import Turn
from ....suites.service.open_suite import OpenSuite, list_sample_ranges, open_suite
from ...estimates import ASSUMED_MAX_TOKENS, CHARS_PER_TOKEN
from ...models import Run
from ...params import merge_params
from ..claims import ClaimedChunk, PriorResult
from ..conversation import next_messages, read_stored, render
from ..gates import Gates
from ..model_gate import ModelGate
from ..run_budget import PriorCost, RunBudget
from ..run_state import RunState, WorkItem

MAX_SUITES = 32
LONG_PROMPT = 20_000
"""Longer prompts are rendered again when they are asked instead of being kept in memory."""
NO_RESULT = PriorResult(final=False)


class WorkLoader:
    """Caches opened suites, since a version never changes, and the gates of models, which all runs share."""

    def __init__(self, resources: Resources, gates: Gates, clock: Callable[[], float]) -> None:
        self._resources = resources
        self._gates = gates
        self._clock = clock
        self._suites: OrderedDict[UUID, OpenSuite] = OrderedDict()
        self._model_gates: dict[str, tuple[str, ModelGate]] = {}

    async def open(self, run: Run) -> RunState:
        """Load what all items of a run need. Fails if its scorers lack a judge or a sandbox."""
        async with self._resources.get(Database).unit() as session:
            suite = await self._open_suite(session, run.version_id)
            judges = run.judges or suite.spec.judges
            contestants = await find_contestants(session, ids=[*run.models, *judges])
        await _check_tools(suite, judges)
        params = merge_params(suite.spec.params, run.params)
        return RunState(
            run=run,
            suite=suite,
            contestants=contestants,
            model_gates={one.id: self._find_model_gate(one) for one in contestants.values()},
            params={one.id: _make_params(one, params) for one in contestants.values()},
            fingerprints={one.id: response_cache.make_fingerprint(one, params) for one in contestants.values()},
            context=AnswerContext(
                resources=self._resources,
                purpose="run",
                purpose_id=str(run.run_id),
                caller=run.owner,
                seconds=suite.spec.limits.seconds,
            ),
            opened_at=self._clock(),
            budget=None if run.budget_micro_usd is None else RunBudget(run.budget_micro_usd),
        )

    async def _open_suite(self, session: Session, version_id: UUID) -> OpenSuite:
        suite = self._suites.get(version_id)
        if suite is None:
            suite = self._suites[version_id] = await open_suite(session, version_id=version_id)
            if len(self._suites) > MAX_SUITES:
                self._suites.popitem(last=False)
        return suite

    def _find_model_gate(self, contestant: Contestant) -> ModelGate:
        """The same object for all runs, as long as the contestant keeps its endpoint."""
        endpoint = contestant.endpoint
        known = self._model_gates.get(contestant.id)
        if known is None or known[0] != endpoint:
            gate = ModelGate(self._gates.get(endpoint), self._clock)
            known = self._model_gates[contestant.id] = (endpoint, gate)
        return known[1]

    async def load(
        self, session: Session, chunks: Sequence[ClaimedChunk], states: Mapping[UUID, RunState]
    ) -> list[tuple[WorkItem, float]]:
        """The items of these chunks, each with the seconds until it is due."""
        ranges = {(states[one.enqueued.run_id].suite.dataset_id, one.plan.first, one.plan.count) for one in chunks}
        samples = await list_sample_ranges(session, ranges=ranges)
        items = [made for one in chunks for made in _make_items(states[one.enqueued.run_id], one, samples)]
        await asyncio.sleep(0)  # rendering many prompts takes a while
        keys = [item.cache_key for item, _ in items if item.cache_key is not None]
        if keys:
            stored = await response_cache.find_responses(session, keys=keys)
            for item, _ in items:
                item.stored = stored.get(item.cache_key or "")
            await _continue_cached(session, [item for item, _ in items if item.stored is not None])
        return items


async def _continue_cached(session: Session, items: Sequence[WorkItem]) -> None:
    """Take later turns from the cache too. Where one is missing, the model is asked from there on."""
    found = [(item, item.stored, render(item)[-1].text) for item in items if item.state.suite.renderer.turns > 1]
    while found:
        following: list[tuple[str, WorkItem, str]] = []
        for item, stored, question in found:
            assert stored is not None  # noqa: S101 - only such items are continued
            answer = read_stored(item, stored)
            item.turns.append(Turn(question=question, answer=answer, finish=stored.finish, cached=True))
            messages = _next_messages(item)
            if messages is not None:
                fingerprint = item.state.fingerprints[item.model_id]
                key = response_cache.make_key(fingerprint, messages, item.chunk.plan.epoch)
                following.append((key, item, messages[-1].text))
        known = await response_cache.find_responses(session, keys=[key for key, _, _ in following])
        for key, item, _ in following:
            item.stored = known.get(key)
        found = [(item, item.stored, question) for _, item, question in following if item.stored is not None]


def _next_messages(item: WorkItem) -> list[Message] | None:
    try:
        return next_messages(item)
    except BadTemplate:
        item.stored = None  # the attempt fails with this error
        return None


async def _check_tools(suite: OpenSuite, judges: Sequence[str]) -> None:
    """Fail before any model is asked for answers that could not be scored."""
    if "judge" in suite.marker.needs and not judges:
        raise NoJudge("Name a judge in the suite or in the run.")
    if "sandbox" in suite.marker.needs:
        standing = await describe_sandbox()
        if standing.sandbox is None:
            raise NoSandbox(f"{standing.sentence} {standing.advice}")


def _make_params(contestant: Contestant, merged: Mapping[str, Any]) -> Params:
    params = contestant.adapt(merged)
    return Params(**{**params, "stop": tuple(params.get("stop", ()))})


def _make_items(
    state: RunState, chunk: ClaimedChunk, samples: Mapping[tuple[UUID, int], SampleView]
) -> list[tuple[WorkItem, float]]:
    made: list[tuple[WorkItem, float]] = []
    for position in chunk.missing:
        # A sample that is missing fails like any other that cannot be rendered.
        missing = SampleView(position=position, sample_id="", fields={})
        sample = samples.get((state.suite.dataset_id, position), missing)
        known = chunk.prior.get(position, NO_RESULT)
        cost = PriorCost(known.cost_micro_usd, known.judge_micro_usd)
        item = WorkItem(state, chunk, sample, tries=known.tries, prior_cost=cost)
        _render_early(item)
        made.append((item, known.wait))
    chunk.left = len(made)
    return made


def _render_early(item: WorkItem) -> None:
    """Render the prompt now where the cache or the budget needs it. A template that fails does so again when asked."""
    state, plan = item.state, item.chunk.plan
    if plan.model_id not in state.contestants or not (state.run.use_cache or state.budget is not None):
        return
    try:
        messages = state.suite.renderer.render(item.sample, plan.prompt)
    except BadTemplate:
        return
    if state.run.use_cache:
        item.cache_key = response_cache.make_key(state.fingerprints[plan.model_id], messages, plan.epoch)
    if state.budget is not None:
        item.max_cost = _plan_cost(item, messages)
    if sum(len(message.text) for message in messages) <= LONG_PROMPT:
        item.messages = messages


def _plan_cost(item: WorkItem, messages: list[Message]) -> int:
    """The most that all turns can cost. Answers are as long as they may be, since later questions contain them."""
    state = item.state
    contestant, params = state.contestants[item.model_id], state.params[item.model_id]
    asked = [messages]
    if state.suite.renderer.turns > 1:
        longest = "x" * (CHARS_PER_TOKEN * (params.max_tokens or ASSUMED_MAX_TOKENS))
        asked = state.suite.renderer.render_all(item.sample, item.chunk.plan.prompt, longest)
    return sum(contestant.plan(one, params).most_micro_usd for one in asked)
