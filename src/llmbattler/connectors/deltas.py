"""Merge what one network read brought into as few deltas as possible."""

from collections.abc import Iterable

from .contract import Delta, Finish, LogprobsDelta, ReasoningDelta, TextDelta, TokenLogprob


def add_text(deltas: list[Delta], kind: type[TextDelta] | type[ReasoningDelta], text: str, choice: int = 0) -> None:
    """Append text to the last delta of this choice if it is of the same kind, else add a new delta."""
    if not text:
        return
    if deltas:
        # Nearly always this is the last delta of all; this runs for every token.
        last = deltas[-1]
        if isinstance(last, kind) and last.choice == choice and last.__class__ is kind:
            last.text += text
            return
        earlier = _find_last(deltas, choice)
        if isinstance(earlier, kind) and earlier.__class__ is kind:
            earlier.text += text
            return
    deltas.append(kind(text, choice))


def add_logprobs(deltas: list[Delta], tokens: Iterable[TokenLogprob], choice: int = 0) -> None:
    """Append tokens to the log probabilities of this choice."""
    for delta in deltas:
        if isinstance(delta, LogprobsDelta) and delta.choice == choice:
            delta.tokens.extend(tokens)
            return
    if added := list(tokens):
        deltas.append(LogprobsDelta(added, choice))


def _find_last(deltas: list[Delta], choice: int) -> Delta | None:
    """The last delta of a choice; log probabilities come with the text and do not interrupt it."""
    for delta in reversed(deltas):
        if not isinstance(delta, LogprobsDelta | Finish) and delta.choice == choice:
            return delta
    return None
