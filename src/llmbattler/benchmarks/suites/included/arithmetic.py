"""Word problems in arithmetic, with computed answers."""

from fractions import Fraction
from random import Random
from typing import Any

from .seeds import EASY, MEDIUM, NAMES, THINGS


def draw_problem(rng: Random, level: str) -> dict[str, Any]:
    stories = _EASY if level == EASY else _MEDIUM if level == MEDIUM else _HARD
    story = rng.choice(stories)
    question, answer = story(rng)
    return {"question": question, "answer": answer, "kind": story.__name__.strip("_"), "level": level}


def _gives_away(rng: Random) -> tuple[str, int]:
    name, other = rng.sample(NAMES, 2)
    thing = rng.choice(THINGS)
    has, gives = rng.randint(40, 95), rng.randint(5, 30)
    return f"{name} has {has} {thing} and gives {gives} of them to {other}. How many {thing} does {name} have left?", (
        has - gives
    )


def _boxes(rng: Random) -> tuple[str, int]:
    name, thing = rng.choice(NAMES), rng.choice(THINGS)
    boxes, each, more = rng.randint(4, 12), rng.randint(6, 25), rng.randint(3, 40)
    return (
        f"{name} packs {thing} into {boxes} boxes of {each} and has {more} {thing} over. "
        f"How many {thing} are there altogether?"
    ), boxes * each + more


def _shares(rng: Random) -> tuple[str, int]:
    people, each = rng.randint(3, 9), rng.randint(7, 24)
    thing = rng.choice(THINGS)
    return f"{people} friends share {people * each} {thing} equally. How many {thing} does each of them get?", each


def _train(rng: Random) -> tuple[str, int]:
    start, off, on = rng.randint(60, 180), rng.randint(10, 50), rng.randint(10, 50)
    return (
        f"A train leaves with {start} passengers. At the first stop {off} get off and {on} get on. "
        "How many passengers are on the train now?"
    ), start - off + on


def _shopping(rng: Random) -> tuple[str, int]:
    name = rng.choice(NAMES)
    (one, two), (price, other) = rng.sample(THINGS, 2), (rng.randint(3, 12), rng.randint(3, 12))
    first, second = rng.randint(3, 9), rng.randint(3, 9)
    paid = first * price + second * other + rng.randint(5, 60)
    return (
        f"{name} buys {first} {one} at {price} coins each and {second} {two} at {other} coins each, and pays with "
        f"{paid} "
        "coins. How many coins come back?"
    ), paid - first * price - second * other


def _percent(rng: Random) -> tuple[str, int]:
    percent = rng.choice((10, 20, 25, 30, 40, 60, 75))
    price, pieces = rng.randint(4, 30) * 20, rng.randint(2, 6)
    return (
        f"A chair costs {price} coins. In the sale it is {percent} percent cheaper. "
        f"What do {pieces} chairs cost in the sale, in coins?"
    ), int(Fraction(price * (100 - percent), 100) * pieces)


def _speed(rng: Random) -> tuple[str, int]:
    first, second = rng.randint(2, 5), rng.randint(2, 5)
    slow, fast = rng.randint(11, 19), rng.randint(20, 34)
    name = rng.choice(NAMES)
    return (
        f"{name} cycles {first} hours at {slow} kilometres an hour and then {second} hours at {fast} kilometres "
        f"an hour. "
        "How many kilometres is that in all?"
    ), first * slow + second * fast


def _remainder(rng: Random) -> tuple[str, int]:
    total, size = rng.randint(150, 600), rng.randint(11, 29)
    thing = rng.choice(THINGS)
    return (
        f"{total} {thing} are put on trays that hold {size} each. Every tray is filled before the next one is begun. "
        f"How many {thing} lie on the last tray that is not full? Say 0 if all trays are full."
    ), total % size


def _ages(rng: Random) -> tuple[str, int]:
    younger, older = rng.sample(NAMES, 2)
    now, factor, later = rng.randint(6, 14), rng.randint(2, 4), rng.randint(3, 15)
    return (
        f"{older} is {factor} times as old as {younger}, who is {now} years old. "
        f"How old will both of them be together in {later} years?"
    ), now * factor + now + 2 * later


def _tank(rng: Random) -> tuple[str, int]:
    into, out, minutes = rng.randint(18, 40), rng.randint(5, 15), rng.randint(12, 30)
    start, pause = rng.randint(50, 200), rng.randint(3, 9)
    return (
        f"A tank holds {start} litres. For {minutes} minutes {into} litres flow in and {out} litres flow out each "
        f"minute. "
        f"Then the inflow is shut for {pause} minutes while the outflow goes on. How many litres are in the tank then?"
    ), start + minutes * (into - out) - pause * out


def _workers(rng: Random) -> tuple[str, int]:
    people, days = rng.randint(4, 9), rng.randint(6, 14)
    more = rng.randint(1, 5)
    rate = rng.randint(2, 6)
    left = (people + more) * rate * rng.randint(3, 9)
    total = people * rate * days + left
    return (
        f"Each mason lays {rate} metres of a wall a day. {people} masons work for {days} days on a wall of "
        f"{total} metres. "
        f"Then {more} more masons join them. How many further days does the rest take?"
    ), left // ((people + more) * rate)


def _mixture(rng: Random) -> tuple[str, int]:
    first, second = rng.choice((10, 20, 30)), rng.choice((50, 60, 80))
    litres, other = rng.randint(2, 9) * 10, rng.randint(2, 9) * 10
    return (
        f"{litres} litres of juice with {first} percent sugar are mixed with {other} litres of juice with "
        f"{second} percent "
        "sugar. One litre counts as 1000 grams. How many grams of sugar are in the mixture?"
    ), (litres * first + other * second) * 10


def _chain(rng: Random) -> tuple[str, int]:
    one, two, three = rng.sample(NAMES, 3)
    thing, base = rng.choice(THINGS), rng.randint(6, 15) * 6
    more, lost = rng.randint(5, 30), rng.randint(4, 20)
    return (
        f"{one} has {base} {thing}. {two} has a third of that and {more} more. {three} has twice as many as {one} "
        f"and {two} "
        f"together, but loses {lost}. How many {thing} does {three} have?"
    ), 2 * (base + base // 3 + more) - lost


def _calendar(rng: Random) -> tuple[str, int]:
    every, other = rng.sample((4, 6, 8, 9, 10, 12, 15), 2)
    limit = rng.randint(200, 400)
    step = every * other // _gcd(every, other)
    return (
        f"One bell rings every {every} minutes and another every {other} minutes. Both ring together at the "
        f"start. How many "
        f"more times do they ring together within the next {limit} minutes?"
    ), limit // step


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a


_EASY = (_gives_away, _boxes, _shares, _train)
_MEDIUM = (_shopping, _percent, _speed, _remainder, _ages)
_HARD = (_tank, _workers, _mixture, _chain, _calendar)
