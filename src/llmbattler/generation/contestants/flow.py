"""Asking contestants for whole answers, with everything reserved that they may cost."""

from collections.abc import Sequence
from dataclasses import replace

from llmbattler.catalog.calls.flow import Reply, read_reply
from llmbattler.connectors.contract import Message, Params
from llmbattler.core.db import Database

from .contract import AnswerContext, Contestant
from .service.reservations import reserve

__all__ = ["Reply", "ask", "read_reply"]


async def ask(
    contestant: Contestant, messages: Sequence[Message], *, context: AnswerContext, params: Params | None = None
) -> Reply:
    """Give the whole answer. Raises a `ConnectorError`, or `BudgetReached` before anything is asked."""
    if context.reservations is None and await context.calls.budgets.are_set():
        context = await _reserve(contestant, messages, params, context)
    return await read_reply(contestant.answer(messages, params, context))


async def _reserve(
    contestant: Contestant, messages: Sequence[Message], params: Params | None, context: AnswerContext
) -> AnswerContext:
    plan = contestant.plan(messages, params)
    if len(plan.calls) == 1:
        return context  # the call reserves its own cost
    budgets, own_keys = context.calls.budgets, context.call().key_owner is not None
    async with budgets.reporting_refusals(), context.resources.get(Database).unit() as session:
        (held,) = await reserve(session, plans=[plan], caller=context.caller, lease=budgets.lease, own_keys=own_keys)
    return replace(context, reservations=held)
