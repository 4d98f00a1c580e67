"""The messages shown when a turn fails. They do not say which side failed, or how."""

from .models import Mode, Status, VoidReason

NEUTRAL = (
    "One of the two could not answer, so this battle does not count. Your prompt is kept: try it with new opponents."
)
STOPPED = "You stopped this battle, so it does not count. Try your prompt with new opponents."
CHOSEN_STOPPED = "You stopped this comparison, so it does not count. Your prompt is kept: try it again."
DIRECT_STOPPED = "You stopped before a word was written. Your prompt is kept: try it again."
DIRECT_FAILED = "The model could not answer. Try again, or choose another model."
TURN_FAILED = "One of the two could not answer. Everything before is kept: try again, or ask something else."
TURN_STOPPED = "You stopped this turn. Everything before is kept: try again, or ask something else."
SIDE_FAILED = "One of the two could not answer; the other answer is kept. Try again to ask it once more."
DIRECT_TURN_FAILED = "The model could not answer. Everything before is kept: try again."

_VOID_STOPPED = {Mode.BATTLE: STOPPED, Mode.SIDE_BY_SIDE: CHOSEN_STOPPED, Mode.DIRECT: DIRECT_STOPPED}


def explain_failure(reason: VoidReason, mode: Mode, status: Status = Status.VOID, *, half: bool = False) -> str:
    """Return the message of a failed turn. `half`: one side has answered."""
    stopped = reason is VoidReason.STOPPED
    if status is Status.VOID:
        failed = DIRECT_FAILED if mode is Mode.DIRECT else NEUTRAL
        return _VOID_STOPPED[mode] if stopped else failed
    if half:
        return SIDE_FAILED
    if stopped:
        return DIRECT_STOPPED if mode is Mode.DIRECT else TURN_STOPPED
    return DIRECT_TURN_FAILED if mode is Mode.DIRECT else TURN_FAILED
