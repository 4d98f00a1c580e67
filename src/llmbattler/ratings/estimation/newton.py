"""Newton's method with step halving."""

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from .arrays import Floats
from .linear import applied

STEPS = 200
CLOSE = 1e-8
"""Stop after a step of this size in logits: convergence is quadratic."""
_SHARES = tuple(0.5**halvings for halvings in range(40))


class Evaluation(Protocol):
    """The likelihood and its derivatives at one point."""

    @property
    def likelihood(self) -> float:
        """The log-likelihood."""
        ...

    def slope(self) -> Floats: ...

    def inverse_information(self) -> Floats:
        """The inverse of the information, positive definite but for directions in which the slope is zero."""
        ...


Seen = TypeVar("Seen", bound=Evaluation)


class Maximum(NamedTuple):
    place: Floats
    steps: int


def maximize(start: Floats, evaluate: Callable[[Floats], Seen | None]) -> tuple[Maximum, Seen]:
    """Maximize the likelihood; `evaluate` returns `None` outside the domain.

    Each step taken raises the likelihood by a fixed share of what the slope promises. So where the likelihood is
    strictly concave and has a maximum, the search ends there from any start.
    """
    place, view = start, evaluate(start)
    if view is None:
        raise ValueError("The start is outside the domain.")
    for steps in range(1, STEPS + 1):
        slope = view.slope()
        step = applied(view.inverse_information(), slope)
        promised = float((slope * step).sum())
        for share in _SHARES:
            tried = evaluate(place + share * step)
            if tried is not None and _rose(view, tried, share * promised):
                place, view = place + share * step, tried
                break
        else:
            return Maximum(place, steps), view
        if np.abs(step).max(initial=0.0) < CLOSE:
            return Maximum(place, steps), view
    return Maximum(place, STEPS), view


def _rose(before: Evaluation, after: Evaluation, promised: float) -> bool:
    """Tolerate rounding: near the maximum the likelihood barely rises."""
    return after.likelihood >= before.likelihood + 1e-4 * promised - 1e-13 * abs(before.likelihood)
