"""The messages of a work item, turn by turn."""

from collections.abc import Sequence

from llmbattler.connectors.contract import Message, Usage
from llmbattler.generation.response_cache.service import StoredResponse

from ...suites.definition.samples import SampleView
from ...suites.prompts.renderer import Renderer
from ...suites.scoring.turns import ModelAnswer, Turn
from .run_state import WorkItem


def render(item: WorkItem) -> list[Message]:
    """The messages of the first turn."""
    if item.messages is not None:
        return item.messages
    return item.state.suite.renderer.render(item.sample, item.chunk.plan.prompt)


def next_messages(item: WorkItem) -> list[Message] | None:
    """What to ask next; `None` if all turns are answered."""
    return continue_messages(item.state.suite.renderer, item.sample, render(item), item.turns)


def read_stored(item: WorkItem, stored: StoredResponse) -> ModelAnswer:
    """A cached answer, with the cost that it would have had."""
    usage = Usage(input_tokens=stored.input_tokens, output_tokens=stored.output_tokens)
    return ModelAnswer(
        text=stored.answer,
        first_token_ms=stored.first_token_ms,
        total_ms=stored.total_ms,
        input_tokens=stored.input_tokens,
        output_tokens=stored.output_tokens,
        cost_micro_usd=item.state.contestants[item.model_id].cost_of(usage),
    )


def continue_messages(
    renderer: Renderer, sample: SampleView, messages: list[Message], turns: Sequence[Turn]
) -> list[Message] | None:
    """The messages of the first turn with these answers and the next question; `None` if there is no next one."""
    if not turns:
        return messages
    question = renderer.follow_up(sample, len(turns), [turn.answer.text for turn in turns])
    if question is None:
        return None
    said = [Message.assistant(turns[0].answer.text)]
    for turn in turns[1:]:
        said += [Message.user(turn.question), Message.assistant(turn.answer.text)]
    return [*messages, *said, Message.user(question)]
