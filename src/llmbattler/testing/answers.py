"""Put the deltas of an answer together."""

from collections.abc import Sequence

from llmbattler.connectors.contract import (
    Delta,
    Finish,
    LogprobsDelta,
    RefusalDelta,
    TextDelta,
    TokenLogprob,
    ToolCallDelta,
)


def text_of(deltas: Sequence[Delta], choice: int = 0) -> str:
    return "".join(delta.text for delta in deltas if isinstance(delta, TextDelta) and delta.choice == choice)


def refusal_of(deltas: Sequence[Delta]) -> str:
    return "".join(delta.text for delta in deltas if isinstance(delta, RefusalDelta))


def tool_calls_of(deltas: Sequence[Delta]) -> list[tuple[str, str]]:
    """Name and arguments of each call."""
    calls: dict[tuple[int, int], tuple[str, str]] = {}
    for piece in deltas:
        if isinstance(piece, ToolCallDelta):
            key = (piece.choice, piece.index)
            name, arguments = calls.get(key, ("", ""))
            calls[key] = (name + piece.name, arguments + piece.arguments)
    return [calls[key] for key in sorted(calls)]


def logprobs_of(deltas: Sequence[Delta]) -> list[TokenLogprob]:
    return [token for delta in deltas if isinstance(delta, LogprobsDelta) for token in delta.tokens]


def finish_of(deltas: Sequence[Delta]) -> Finish:
    """The last delta, which must be a `Finish`."""
    finish = deltas[-1]
    assert isinstance(finish, Finish), f"The stream ends with {finish!r}."  # noqa: S101 - for tests only
    return finish
