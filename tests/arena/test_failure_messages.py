import pytest

from llmbattler.arena.failure_messages import (
    CHOSEN_STOPPED,
    DIRECT_FAILED,
    DIRECT_STOPPED,
    DIRECT_TURN_FAILED,
    NEUTRAL,
    SIDE_FAILED,
    STOPPED,
    TURN_FAILED,
    TURN_STOPPED,
    explain_failure,
)
from llmbattler.arena.models import Mode, Status, VoidReason


@pytest.mark.parametrize(
    ("reason", "mode", "void", "later"),
    [
        (VoidReason.FAILED, Mode.BATTLE, NEUTRAL, TURN_FAILED),
        (VoidReason.CRASHED, Mode.BATTLE, NEUTRAL, TURN_FAILED),
        (VoidReason.STOPPED, Mode.BATTLE, STOPPED, TURN_STOPPED),
        (VoidReason.FAILED, Mode.SIDE_BY_SIDE, NEUTRAL, TURN_FAILED),
        (VoidReason.STOPPED, Mode.SIDE_BY_SIDE, CHOSEN_STOPPED, TURN_STOPPED),
        (VoidReason.STOPPED, Mode.DIRECT, DIRECT_STOPPED, DIRECT_STOPPED),
        (VoidReason.FAILED, Mode.DIRECT, DIRECT_FAILED, DIRECT_TURN_FAILED),
    ],
)
def test_a_failed_turn_has_one_sentence(reason: VoidReason, mode: Mode, void: str, later: str) -> None:
    assert explain_failure(reason, mode) == void
    assert {explain_failure(reason, mode, status) for status in (Status.OPEN, Status.VOTED)} == {later}


def test_a_side_that_failed_alone_can_be_asked_again() -> None:
    assert explain_failure(VoidReason.FAILED, Mode.SIDE_BY_SIDE, Status.OPEN, half=True) == SIDE_FAILED
