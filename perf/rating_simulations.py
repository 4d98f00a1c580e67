"""The simulations behind docs/ratings.md: prints their numbers and draws its pictures into docs/images."""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rank_attacks import votes_to_gain_a_rank

from llmbattler.ratings.estimation import CountRow, Outcome, PairCounts, fit, style
from llmbattler.ratings.estimation.bradley_terry import bradley_terry
from llmbattler.ratings.estimation.duels import Duels
from llmbattler.ratings.estimation.elo import START, K, expected, update
from llmbattler.ratings.estimation.information import pair_chances, pair_gains
from llmbattler.ratings.estimation.robustness import count_votes_to_change_leader

IMAGES = Path(__file__).parents[1] / "docs" / "images"
SCALE = 400 / np.log(10)
INK, SOFT, BLUE, ORANGE = "#24292f", "#8c959f", "#0969da", "#d1570b"
FRESH = 1000
"""The first seed of the runs that are reported: the constants of `information` were chosen on seeds below 10."""
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Line:
    name: str
    x: Sequence[float]
    y: Sequence[float]
    color: str
    dashed: bool = False


@dataclass(frozen=True)
class Plot:
    """A chart as SVG: lines, and bars from low to high, on two axes."""

    title: str
    across: str
    up: str
    x: tuple[float, float]
    y: tuple[float, float]
    x_ticks: Sequence[tuple[float, str]]
    y_ticks: Sequence[tuple[float, str]]
    lines: Sequence[Line] = ()
    bars: Sequence[tuple[float, float, float, str]] = ()
    """x, low, high, color."""
    dots: Sequence[tuple[float, float, str]] = ()

    def write(self, name: str) -> None:
        left, right, top, bottom = 66, 690, 66, 320

        def at_x(value: float) -> float:
            return left + (value - self.x[0]) / (self.x[1] - self.x[0]) * (right - left)

        def at_y(value: float) -> float:
            return bottom - (value - self.y[0]) / (self.y[1] - self.y[0]) * (bottom - top)

        middle = f'text-anchor="middle" fill="{SOFT}"'
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 380" font-size="13" fill="{INK}" role="img">',
            '<g font-family="system-ui, sans-serif">',
            f'<title>{self.title}</title><rect width="720" height="380" rx="8" fill="#ffffff"/>',
            f'<text x="{left}" y="24" font-size="15" font-weight="600">{self.title}</text>',
            f'<text x="{(left + right) / 2}" y="366" {middle}>{self.across}</text>',
            f'<text transform="translate(16 {(top + bottom) / 2}) rotate(-90)" {middle}>{self.up}</text>',
        ]
        for value, label in self.y_ticks:
            y = at_y(value)
            parts.append(f'<path d="M{left} {y:.1f}H{right}" stroke="#d8dee4"/><text x="{left - 6}" y="{y + 4:.1f}" '
                         f'text-anchor="end">{label}</text>')  # fmt: skip
        for value, label in self.x_ticks:
            parts.append(f'<text x="{at_x(value):.1f}" y="{bottom + 20}" text-anchor="middle">{label}</text>')
        for x, low, high, color in self.bars:
            parts.append(
                f'<path d="M{at_x(x):.1f} {at_y(low):.1f}V{at_y(high):.1f}" stroke="{color}" stroke-width="7"/>'
            )
        for x, y, color in self.dots:
            parts.append(f'<circle cx="{at_x(x):.1f}" cy="{at_y(y):.1f}" r="4" fill="{color}"/>')
        for number, line in enumerate(self.lines):
            points = " ".join(f"{at_x(x):.1f},{at_y(y):.1f}" for x, y in zip(line.x, line.y, strict=True))
            dash = ' stroke-dasharray="6 4"' if line.dashed else ""
            parts.append(f'<polyline points="{points}" fill="none" stroke="{line.color}" stroke-width="2.5"{dash}/>')
            beside, stroke = left + 200 * number, f'stroke="{line.color}" stroke-width="2.5"{dash}'
            parts.append(f'<path d="M{beside} 44h26" {stroke}/><text x="{beside + 32}" y="48">{line.name}</text>')
        IMAGES.mkdir(exist_ok=True)
        (IMAGES / name).write_text("\n".join(parts) + "\n</g></svg>\n")


def even(size: int, deviation: float) -> Floats:
    spaced = np.arange(size) - (size - 1) / 2
    return np.asarray(spaced / spaced.std() * deviation / SCALE)


def names(size: int) -> list[str]:
    return [f"model-{number:03}" for number in range(size)]


def outcome_shares(strength: Floats, ties: float, both_bad: float = 0.0) -> tuple[tuple[NDArray[np.intp], ...], Floats]:
    """Of each pair: the expected score is exactly logistic, and close pairs tie more often."""
    upper = np.triu_indices(len(strength), 1)
    win = 1 / (1 + np.exp(strength[upper[1]] - strength[upper[0]]))
    tie = ties * 2 * win * (1 - win)
    shares = np.stack([win - tie / 2, 1 - win - tie / 2, tie, np.zeros_like(tie)], axis=1) * (1 - both_bad)
    shares[:, 3] = both_bad
    return upper, shares


def vote(
    strength: Floats,
    votes: int,
    chance: np.random.Generator,
    ties: float = 0.3,
    both_bad: float = 0.0,
    pairs: Floats | None = None,
) -> PairCounts:
    upper, shares = outcome_shares(strength, ties, both_bad)
    drawn = chance.multinomial(votes, np.full(len(shares), 1 / len(shares)) if pairs is None else pairs / pairs.sum())
    model, cells = names(len(strength)), chance.multinomial(drawn, shares).tolist()
    return PairCounts.from_rows(CountRow(model[i], model[j], *row) for i, j, row in zip(*upper, cells, strict=True))


def vote_list(counts: PairCounts) -> list[tuple[str, str, Outcome]]:
    return [
        (row.model_a, row.model_b, outcome)
        for row in counts.rows()
        for outcome, number in zip(Outcome, row[2:], strict=True)
        for _ in range(number)
    ]


def online(votes: Sequence[tuple[str, str, Outcome]], order: NDArray[np.intp]) -> dict[str, float]:
    ratings: dict[str, float] = {}
    for k in order:
        a, b, outcome = votes[k]
        ratings[a], ratings[b] = update(ratings.get(a, START), ratings.get(b, START), outcome)
    return ratings


def shuffle_online_elo(rounds: int) -> None:
    chance = np.random.default_rng(1)
    counts = vote(even(12, 40), 9000, chance)
    fitted, votes = fit(counts), vote_list(counts)
    shuffled = [online(votes, chance.permutation(len(votes))) for _ in range(rounds)]
    elo = np.array([[run[name] for name in counts.models] for run in shuffled]) - START + 1000
    winners = len(set(elo.argmax(axis=1).tolist()))
    print(f"reshuffling: 9,000 votes on 12 models in {rounds} orders: online Elo has {winners} different winners, "
          f"ratings move by up to {np.ptp(elo, axis=0).max():.0f} points; Bradley-Terry has 1 and 0")  # fmt: skip
    order = np.argsort(-fitted.rating)
    bars = [(place - 0.12, elo[:, k].min(), elo[:, k].max(), ORANGE) for place, k in enumerate(order)]
    bars += [(place + 0.12, fitted.ci_low[k], fitted.ci_high[k], BLUE) for place, k in enumerate(order)]
    low, high = 100 * np.floor(elo.min() / 100), 100 * np.ceil(elo.max() / 100)
    Plot(
        "Online Elo over 200 orders of the same votes; our intervals in blue",
        "models, best first",
        "rating",
        (-0.7, 11.7),
        (low, high),
        [(place, str(place + 1)) for place in range(12)],
        [(value, f"{value:.0f}") for value in np.arange(low, high + 1, 100)],
        bars=bars,
        dots=[(place + 0.12, float(fitted.rating[k]), INK) for place, k in enumerate(order)],
    ).write("ratings-order.svg")


def coverage(boards: int) -> None:
    chance = np.random.default_rng(2)
    sizes = [5, 10, 20, 40, 80, 160]
    ours, simple, wider = [], [], []
    for votes in sizes:
        held: list[Floats] = []
        for _ in range(boards):
            strength = chance.normal(0, 100 / SCALE, 12)
            counts = vote(strength, 6 * votes, chance)
            fitted = fit(counts)
            if len(fitted.components) > 1:
                continue
            error = np.abs(fitted.rating - 1000 - SCALE * (strength - strength.mean()))
            half, rule = (fitted.ci_high - fitted.ci_low) / 2, 784 / np.sqrt(counts.votes)
            held.append(np.stack([error <= half, error <= rule, rule / half]))
        mean = np.concatenate(held, axis=1).mean(axis=1)
        ours.append(float(mean[0]))
        simple.append(float(mean[1]))
        wider.append(float(mean[2]))
    print("coverage of 95 % intervals, 12 models, by votes per model:")
    for k, votes in enumerate(sizes):
        print(f"  {votes:4}: ours {ours[k]:.3f}, ±784/√n {simple[k]:.3f} ({wider[k]:.2f} × as wide)")
    places = np.log2(np.array(sizes) / 5)
    Plot(
        "How often a 95 % interval holds the true rating",
        "votes per model",
        "share",
        (0, 5),
        (0.9, 1.0),
        [(place, str(size)) for place, size in zip(places, sizes, strict=True)],
        [(value, f"{value:.2f}") for value in (0.9, 0.92, 0.94, 0.96, 0.98, 1.0)],
        [
            Line("ours", places.tolist(), ours, BLUE),
            Line("± 784 / √votes", places.tolist(), simple, ORANGE),
            Line("promised", [0, 5], [0.95, 0.95], SOFT, dashed=True),
        ],
    ).write("ratings-coverage.svg")


def smoothing(boards: int) -> None:
    """Half a win for every pair that met (the simpler rule) or only between one-way parts (ours); same intervals."""
    print("smoothing: coverage on boards that need it, 20 votes per model, no ties:")
    for models, deviation in ((10, 200), (30, 250)):
        chance, needed = np.random.default_rng(6), 0
        held: dict[str, list[bool]] = {"every pair": [], "between parts": []}
        for _ in range(boards):
            strength = chance.normal(0, deviation / SCALE, models)
            duels = Duels.of(vote(strength, 10 * models, chance, ties=0.0))
            ours, smoothed = duels.smoothed()
            if not smoothed or duels.component().any():
                continue
            needed += 1
            every = replace(duels, wins=duels.wins + 0.5, losses=duels.losses + 0.5)
            for name, rule in (("every pair", every), ("between parts", ours)):
                found = bradley_terry(rule)
                error = np.abs(found.strength - strength + strength.mean())
                held[name] += (error <= 1.96 * np.sqrt(np.diagonal(found.covariance))).tolist()
        told = ", ".join(f"{name} {np.mean(values):.3f}" for name, values in held.items())
        print(f"  {models} models, deviation {deviation}: {needed} of {boards} boards; {told}")


def simulate_rank_attack() -> None:
    print(
        "mimic: target votes to pass the next model, and votes to remove for another first place; no luck in the votes:"
    )
    for votes in (2_000, 20_000, 200_000):
        upper, shares = outcome_shares(even(10, 100), 0.0)
        cells, model = np.rint(shares * votes / len(shares)).astype(int).tolist(), names(10)
        rows = [CountRow(model[i], model[j], *row) for i, j, row in zip(*upper, cells, strict=True)]
        counts = PairCounts.from_rows(rows)
        fitted = fit(counts)
        needed = [votes_to_gain_a_rank(counts, fitted, model[place]) for place in (1, 4, 8)]
        print(f"  {votes:,}: {needed}, {count_votes_to_change_leader(counts, fitted).votes}")


def drift() -> None:
    """Simulate ratings in which `both_bad` gives each side a quarter of a point."""
    chance = np.random.default_rng(3)
    votes = vote_list(vote(even(10, 100), 5000, chance, both_bad=0.15))
    order = chance.permutation(len(votes))
    curves: dict[float, list[float]] = {}
    for points in (0.5, 0.25):
        ratings: dict[str, float] = dict.fromkeys(names(10), START)
        means = []
        for number, k in enumerate(order):
            a, b, outcome = votes[k]
            if outcome is Outcome.BOTH_BAD:
                won, lost = expected(ratings[a], ratings[b]), expected(ratings[b], ratings[a])
                ratings[a], ratings[b] = ratings[a] + K * (points - won), ratings[b] + K * (points - lost)
            else:
                ratings[a], ratings[b] = update(ratings[a], ratings[b], outcome)
            if number % 100 == 0:
                means.append(sum(ratings.values()) / 10 - START)
        curves[points] = means
    print(f"drift: 5,000 votes, 15 % of them both_bad at 0.25 each: all models moved by {curves[0.25][-1]:.0f}")
    x = [100.0 * k for k in range(len(curves[0.5]))]
    low = 200 * np.floor(min(curves[0.25]) / 200)
    Plot(
        "The mean rating of all models, when “both are bad” gives each side …",
        "votes",
        "points",
        (0, 5000),
        (low, 200),
        [(value, f"{value:,}") for value in range(0, 5001, 1000)],
        [(value, f"{value:.0f}") for value in np.arange(low, 201, 200)],
        [Line("half a point (ours)", x, curves[0.5], BLUE), Line("a quarter of a point", x, curves[0.25], ORANGE)],
    ).write("ratings-both-bad.svg")


def styled(
    votes: int, chance: np.random.Generator
) -> tuple[Floats, Floats, tuple[list[str], list[str], list[str], Floats, Floats]]:
    strength, effect = even(12, 100), np.array([0.5, 0.1, 0.05, -0.1])
    a = chance.integers(0, 12, votes)
    b = (a + chance.integers(1, 12, votes)) % 12
    habit = chance.uniform(0.5, 2.0, (12, 4)) * np.array([800, 4, 8, 6])
    left, right = (chance.poisson(habit[side] * chance.gamma(2, 0.5, (votes, 4))) for side in (a, b))
    win = 1 / (1 + np.exp(strength[b] - strength[a] - effect @ style.normalized(left, right)))
    words = np.where(chance.random(votes) < win, "a", "b").tolist()
    model = names(12)
    return strength, effect, ([model[k] for k in a], [model[k] for k in b], words, left, right)


def shrinkage() -> None:
    """A penalty on the coefficients, in votes: 20,000 is what a penalty of 1 on the mean loss amounts to."""
    strength, effect, votes = styled(20_000, np.random.default_rng(4))
    penalties = [0.01, 1.0, 10.0, 100.0, 1000.0, 5000.0, 20_000.0, 100_000.0]
    kept, prior, found, off = style.PRIOR, [], [], []
    for penalty in penalties:
        style.PRIOR = penalty
        result = style.fit_style(*votes)
        prior.append(float(np.log10(penalty)))
        found.append(float(result.coefficients[0]))
        off.append(float(np.abs(result.ratings.rating - 1000 - SCALE * strength).mean()))
    style.PRIOR = kept
    blind = fit(PairCounts.from_votes(*votes[:3]))
    print(f"style: true effect of length {effect[0]}, mean error of ratings without control "
          f"{np.abs(blind.rating - 1000 - SCALE * strength).mean():.1f} points")  # fmt: skip
    for penalty, value, error in zip(penalties, found, off, strict=True):
        print(
            f"  penalty {penalty:>9,.2f}: {value:.3f} ({effect[0] / value:.1f} × too small), ratings off by {error:.1f}"
        )
    Plot(
        "The effect of length that a fit finds, by how strongly it is regularized",
        "penalty (ours is 0.01; 20,000 is a penalty of 1 on the mean loss of these 20,000 votes)",
        "logits per standard deviation",
        (-2, 5),
        (0, 0.6),
        [(k, f"{10.0**k:,.2f}".rstrip("0").rstrip(".")) for k in range(-2, 6)],
        [(k / 10, f"{k / 10:.1f}") for k in range(7)],
        [Line("found", prior, found, ORANGE), Line("true", [-2, 5], [0.5, 0.5], SOFT, dashed=True)],
        dots=[(prior[0], found[0], BLUE)],
    ).write("ratings-style.svg")


def until(
    goal: float, strength: Floats, ties: float, seed: int, *, keen: bool, batch: int = 100
) -> tuple[int, list[float]]:
    """Votes until every interval is narrower, and the widest after each batch."""
    chance = np.random.default_rng(seed)
    upper = np.triu_indices(len(strength), 1)
    pairs, model = None, names(len(strength))
    rows: list[CountRow] = []
    widest: list[float] = []
    while not widest or widest[-1] >= goal:
        rows = PairCounts.from_rows([*rows, *vote(strength, batch, chance, ties, pairs=pairs).rows()]).rows()
        counts = PairCounts.from_rows(rows)
        fitted = fit(counts)
        widest.append(float((fitted.ci_high - fitted.ci_low).max() / 2))
        if keen:
            pairs = pair_chances(pair_gains(counts, fitted, model))[upper]
    return batch * len(widest), widest


def informative(seeds: int) -> None:
    boards: dict[str, Callable[[int], Floats]] = {
        "range of 100 points, evenly spaced": lambda _: np.linspace(-50, 50, 10) / SCALE,
        "standard deviation of 100 points, evenly spaced": lambda _: even(10, 100),
        "standard deviation of 100 points, drawn": lambda seed: np.random.default_rng(seed).normal(0, 100 / SCALE, 10),
    }
    print(f"informative: 10 models, votes until every interval is below ±10, mean of {seeds} runs:")
    for name, draw in boards.items():
        for ties in (0.0, 0.4):
            fair, keen = (
                np.mean([until(10, draw(seed), ties, seed, keen=wish)[0] for seed in range(FRESH, FRESH + seeds)])
                for wish in (False, True)
            )
            print(f"  {name}, ties {ties}: {fair:,.0f} uniform, {keen:,.0f} informative: {1 - keen / fair:.1%} fewer")
    curves = {keen: until(10, even(10, 100), 0.4, 1, keen=keen)[1] for keen in (False, True)}
    most = max(map(len, curves.values())) * 100
    Plot(
        "The widest of ten 95 % intervals, as votes come in",
        "votes",
        "± points",
        (0, most),
        (0, 60),
        [(value, f"{value:,}") for value in range(0, most + 1, 2500)],
        [(value, str(value)) for value in range(0, 61, 10)],
        [
            Line("uniform", [100.0 * k for k in range(6, len(curves[False]))], curves[False][6:], ORANGE),
            Line("informative", [100.0 * k for k in range(6, len(curves[True]))], curves[True][6:], BLUE),
        ],
    ).write("ratings-informative.svg")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=float, default=1.0, help="a share of the full size, for a quick look")
    share = parser.parse_args().rounds
    started = time.perf_counter()
    shuffle_online_elo(max(2, int(200 * share)))
    coverage(max(10, int(1500 * share)))
    smoothing(max(30, int(600 * share)))
    simulate_rank_attack()
    drift()
    shrinkage()
    informative(max(1, int(20 * share)))
    print(f"{time.perf_counter() - started:.0f} s; pictures in {IMAGES.relative_to(Path(__file__).parents[1])}")


if __name__ == "__main__":
    main()
