"""The one way all fits here find their maximum: Newton's, halving a step that leads too far."""

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from .arrays import Floats
from .linear import applied

STEPS = 200
CLOSE = 1e-8
"""Newton squares its error with each step, so a step of this size in logits is the last."""
_SHARES = tuple(0.5**halvings for halvings in range(40))


class View(Protocol):
    """What is seen from one place."""

    @property
    def likelihood(self) -> float:
        """Its logarithm."""
        ...

    def slope(self) -> Floats: ...

    def bread(self) -> Floats:
        """The inverse of the information, positive definite but for directions in which the slope is zero."""
        ...


Seen = TypeVar("Seen", bound=View)


class Summit(NamedTuple):
    place: Floats
    steps: int


def climb(start: Floats, look: Callable[[Floats], Seen | None]) -> tuple[Summit, Seen]:
    """Go up until the step is nothing; `look` gives `None` where nobody may stand.

    Each step taken raises the likelihood by a fixed share of what the slope promises. So where the likelihood is
    strictly concave and has a maximum, the way ends there, wherever it starts.
    """
    place, view = start, look(start)
    if view is None:
        raise ValueError("The start lies outside.")
    for steps in range(1, STEPS + 1):
        slope = view.slope()
        step = applied(view.bread(), slope)
        promised = float((slope * step).sum())
        for share in _SHARES:
            tried = look(place + share * step)
            if tried is not None and _rose(view, tried, share * promised):
                place, view = place + share * step, tried
                break
        else:
            return Summit(place, steps), view
        if np.abs(step).max(initial=0.0) < CLOSE:
            return Summit(place, steps), view
    return Summit(place, STEPS), view


def _rose(before: View, after: View, promised: float) -> bool:
    """Rounding is forgiven: near the top nothing rises visibly."""
    return after.likelihood >= before.likelihood + 1e-4 * promised - 1e-13 * abs(before.likelihood)
