"""The maximize reaches the top from far away, where Newton alone would fly off."""

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from llmbattler.ratings.estimation.newton import maximize


@dataclass
class LogCosh:
    """-ln cosh x: plain Newton diverges from any start beyond 1.09."""

    place: NDArray[np.float64]

    @property
    def likelihood(self) -> float:
        return -float((np.logaddexp(self.place, -self.place) - np.log(2)).sum())

    def slope(self) -> NDArray[np.float64]:
        return -np.tanh(self.place)

    def inverse_information(self) -> NDArray[np.float64]:
        return np.diag(np.cosh(self.place) ** 2)


@pytest.mark.parametrize("start", [0.0, 1.0, -3.0, 6.0])
def test_halving_brings_every_start_to_the_top(start: float) -> None:
    top, view = maximize(np.array([start]), LogCosh)
    assert top.place == pytest.approx([0.0], abs=1e-6)
    assert view.likelihood == pytest.approx(0.0, abs=1e-15)


def test_places_where_nobody_may_stand_are_avoided() -> None:
    top, _ = maximize(np.array([0.9]), lambda place: LogCosh(place) if place[0] > -0.1 else None)
    assert top.place == pytest.approx([0.0], abs=1e-6)


def test_a_start_outside_is_refused() -> None:
    with pytest.raises(ValueError, match="outside"):
        maximize(np.array([0.0]), lambda _: None)
