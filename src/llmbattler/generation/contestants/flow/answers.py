"""Ask contestants: reserve the maximum cost, and release what was not used."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace

from llmbattler.catalog.calls.flow import Reply, read_reply
from llmbattler.connectors.contract import Delta, Message, Params
from llmbattler.core.db import Database

from ..contract import AnswerContext, Contestant
from ..service.reservations import reserve

__all__ = ["Reply", "ask", "read_reply", "stream_answer"]


async def ask(
    contestant: Contestant,
    messages: Sequence[Message],
    *,
    context: AnswerContext,
    params: Params | None = None,
    on_delta: Callable[[], None] | None = None,
) -> Reply:
    """Return the whole answer. Raises a `ConnectorError`, or `BudgetReached` before the first call.

    `on_delta` is called whenever a part of the answer has arrived.
    """
    if context.reservations is None and await context.calls.budgets.are_set():
        context = await _reserve(contestant, messages, params, context)
    deltas = stream_answer(contestant, messages, context=context, params=params)
    return await read_reply(deltas if on_delta is None else _report(deltas, on_delta))


async def _report(deltas: AsyncGenerator[Delta, None], on_delta: Callable[[], None]) -> AsyncGenerator[Delta, None]:
    async with aclosing(deltas):
        async for delta in deltas:
            on_delta()
            yield delta


def stream_answer(
    contestant: Contestant, messages: Sequence[Message], *, context: AnswerContext, params: Params | None = None
) -> AsyncGenerator[Delta, None]:
    """Answer as `Contestant.answer` does, and release what was reserved for calls that were not made."""
    deltas = contestant.answer(messages, params, context)
    # A single call settles its own reservation, so nothing can be left.
    return _stream_and_release(deltas, context) if len(context.reservations or ()) > 1 else deltas


async def _stream_and_release(
    deltas: AsyncGenerator[Delta, None], context: AnswerContext
) -> AsyncGenerator[Delta, None]:
    try:
        async with aclosing(deltas):
            async for delta in deltas:
                yield delta
    finally:
        context.calls.release(context.reservations or ())


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
