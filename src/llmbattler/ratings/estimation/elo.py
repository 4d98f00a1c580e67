"""Online Elo, for the progress chart only: it depends on the order of votes, so it is not used for ranks."""

from .counts import Outcome

START = 1500.0
K = 32.0
_SCORES = {Outcome.A: 1.0, Outcome.B: 0.0, Outcome.TIE: 0.5, Outcome.BOTH_BAD: 0.5}


def expected(a: float, b: float) -> float:
    """The expected score of a against b."""
    return float(1.0 / (1.0 + 10.0 ** ((b - a) / 400.0)))


def update(a: float, b: float, outcome: Outcome) -> tuple[float, float]:
    """Return both ratings after one vote. Their sum does not change."""
    change = K * (_SCORES[outcome] - expected(a, b))
    return a + change, b - change
