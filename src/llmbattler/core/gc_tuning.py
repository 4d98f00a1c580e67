"""When Python looks for garbage: rarely, in processes that live long and talk to many at once."""

import gc


def tune_garbage_collector() -> None:
    """Spare the garbage collector what lives as long as the process, and look less often for what does not.

    With Python's own numbers it took a sixth of the time spent on two hundred battles, and stopped them all meanwhile.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)
