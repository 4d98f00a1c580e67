"""The language of a text as IFEval's program finds it, with the package `langdetect`.

That package draws random numbers, and the published program does not seed them, so its verdict on a text in capital
letters can change from run to run. Here the seed is fixed and more draws are averaged: the usual verdict.
"""

from functools import cache
from threading import Lock
from typing import Any

from llmbattler.core.manifests import load

_SEED = 0
_TRIALS = 35
"""Five times those of the package."""
_loading = Lock()


def is_language(text: str, language: str) -> bool:
    """Whether a text is in a language. True if it has no letters, as in the published program."""
    with _loading:
        factory = _load_profiles()
    detector = factory.create()
    detector.n_trial = _TRIALS
    detector.append(text)
    try:
        return bool(detector.detect() == language)
    except load("langdetect:LangDetectException"):
        return True


@cache
def _load_profiles() -> Any:  # noqa: ANN401 - the package has no types
    """Load at the first use: the profiles of 55 languages take 60 MB."""
    factory = load("langdetect:DetectorFactory")()
    factory.load_profile(load("langdetect:PROFILES_DIRECTORY"))
    factory.set_seed(_SEED)
    return factory
