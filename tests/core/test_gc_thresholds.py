import gc

import pytest

from llmbattler.core.gc_thresholds import pause_garbage_collector, tune_garbage_collector


def test_objects_that_exist_are_frozen_and_collections_become_rare() -> None:
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    kept = [[number] for number in range(1000)]
    frozen = gc.get_freeze_count()
    try:
        tune_garbage_collector()
        assert gc.get_freeze_count() >= frozen + len(kept)
        assert gc.get_threshold()[0] == 20_000
    finally:
        gc.set_threshold(*before)


@pytest.mark.parametrize("enabled", [True, False])
def test_nothing_is_collected_while_modules_are_loaded(enabled: bool) -> None:
    frozen, was_enabled = gc.get_freeze_count(), gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        with pytest.raises(ZeroDivisionError), pause_garbage_collector():
            assert not gc.isenabled()
            kept = [[number] for number in range(1000)]
            raise ZeroDivisionError
        assert gc.isenabled() == enabled
        assert gc.get_freeze_count() >= frozen + len(kept)
    finally:
        gc.unfreeze()
        if was_enabled:
            gc.enable()
