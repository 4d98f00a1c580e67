"""Judges for scorers: models of the catalog, called on behalf of the run."""

from collections.abc import Callable, Mapping, Sequence

from llmbattler.catalog.calls.flow import CallContext, ModelCalls
from llmbattler.catalog.service import OfferedModel
from llmbattler.connectors.contract import Message
from llmbattler.connectors.errors import ConnectorError
from llmbattler.scorers.errors import NoJudge

from ...endpoints import endpoint_of
from ..gates import Gate
from ..retries import THROTTLING
from ..run_budget import JudgeCost


class RunJudge:
    """The judges of a run, for one work item. Adds what they cost to `cost`."""

    def __init__(
        self,
        calls: ModelCalls,
        find_gate: Callable[[str], Gate],
        models: Mapping[str, OfferedModel],
        *,
        names: Sequence[str],
        context: CallContext,
        cost: JudgeCost,
    ) -> None:
        self.names = names
        self._calls = calls
        self._find_gate = find_gate
        self._models = models
        self._context = context
        self._cost = cost

    async def ask(self, name: str, prompt: str, *, system: str | None = None) -> str:
        model = self._models.get(name)
        if model is None:
            raise NoJudge(f"This site has no model {name} that could judge.")
        messages = [Message.user(prompt)] if system is None else [Message.system(system), Message.user(prompt)]
        gate = self._find_gate(endpoint_of(model))
        await gate.wait()
        try:
            reply = await self._calls.ask(model, messages, context=self._context)
        except ConnectorError as error:
            if error.kind in THROTTLING:
                gate.record_throttling(error.retry_after)
            raise
        finally:
            gate.leave()
        if reply.attempts > 1:
            gate.record_throttling()
        else:
            gate.record_success()
        self._cost.add(reply.cost_micro_usd)
        return reply.text
