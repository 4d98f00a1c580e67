import gc

from llmbattler.core.gc_thresholds import tune_garbage_collector


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
