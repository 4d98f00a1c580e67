from datetime import UTC, datetime, timedelta

from llmbattler.core import clock


def test_now_is_aware_and_present() -> None:
    assert abs(clock.now() - datetime.now(UTC)) < timedelta(seconds=5)
    assert clock.now().tzinfo is UTC


def test_a_shift_holds_within_its_block_and_adds_up() -> None:
    with clock.shifted(timedelta(days=1)), clock.shifted(timedelta(hours=1)):
        assert clock.get_shift() == timedelta(days=1, hours=1)
        assert clock.now() - datetime.now(UTC) > timedelta(hours=24, minutes=59)
    assert clock.get_shift() == timedelta(0)
