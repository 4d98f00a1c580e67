"""Merge what one network read brought into as few deltas as possible."""

from collections.abc import Iterable

from .contract import Delta, Finish, LogprobsDelta, ReasoningDelta, TextDelta, TokenLogprob


def add_text(deltas: list[Delta], kind: type[TextDelta] | type[ReasoningDelta], text: str, choice: int = 0) -> None:
    """Append text to the last delta of this choice if it is of the same kind, else add a new delta."""
    if not text:
        return
    if deltas:
        # This runs for every token, and nearly always the last delta is the right one.
        last = deltas[-1]
        if isinstance(last, kind) and last.choice == choice:
            if last.__class__ is kind:
                last.text += text
                return
        else:
            earlier = _find_last(deltas, choice)
            if earlier.__class__ is kind and isinstance(earlier, kind):
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
