"""Judges for scorers: contestants, asked on behalf of the run."""

from collections.abc import Callable, Mapping, Sequence

from llmbattler.connectors.contract import Message
from llmbattler.connectors.errors import ConnectorError
from llmbattler.generation.contestants import flow as contestants
from llmbattler.generation.contestants.service import AnswerContext, Contestant
from llmbattler.scorers.errors import NoJudge

from ..gates import Gate
from ..run_budget import JudgeCost


class RunJudge:
    """The judges of a run, for one work item. Adds what they cost to `cost`."""

    def __init__(
        self,
        find_gate: Callable[[str], Gate],
        judges: Mapping[str, Contestant],
        *,
        names: Sequence[str],
        context: AnswerContext,
        cost: JudgeCost,
    ) -> None:
        self.names = names
        self._find_gate = find_gate
        self._judges = judges
        self._context = context
        self._cost = cost

    async def ask(self, name: str, prompt: str, *, system: str | None = None) -> str:
        judge = self._judges.get(name)
        if judge is None:
            raise NoJudge(f"This site has no model {name} that could judge.")
        messages = [Message.user(prompt)] if system is None else [Message.system(system), Message.user(prompt)]
        gate = self._find_gate(judge.endpoint)
        await gate.wait()
        try:
            reply = await contestants.ask(judge, messages, context=self._context, on_delta=gate.record_heard)
        except ConnectorError as error:
            gate.record_failure(error)
            raise
        finally:
            gate.leave()
        if reply.attempts > 1:
            gate.record_throttling()
        else:
            gate.record_success()
        self._cost.add(reply.cost_micro_usd)
        return reply.text
