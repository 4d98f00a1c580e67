"""Facts in prose that the model must return as JSON of a given schema."""

from random import Random
from typing import Any

from .seeds import COLORS, EASY, HARD, NAMES, THINGS, flip_coin

_TEXT = {"type": "string"}
_WHOLE = {"type": "integer"}
_TOWNS = ("Lisbon", "Oslo", "Kyoto", "Nairobi", "Quito", "Graz", "Cork", "Tallinn")


def draw_record(rng: Random, level: str) -> dict[str, Any]:
    prose, value, schema = _person(rng) if level == EASY else _order(rng, nested=level == HARD)
    return {"text": prose, "schema": schema, "answer": value, "level": level}


def _object(**properties: Any) -> dict[str, Any]:  # noqa: ANN401 - schemas
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _person(rng: Random) -> tuple[str, dict[str, Any], dict[str, Any]]:
    value = {
        "name": rng.choice(NAMES),
        "age": rng.randint(18, 90),
        "town": rng.choice(_TOWNS),
        "member": flip_coin(rng),
    }
    joined = "has been a member of the rowing club for years" if value["member"] else "is not a member of any club"
    prose = f"{value['name']}, who turned {value['age']} last week, lives in {value['town']} and {joined}."
    return prose, value, _object(name=_TEXT, age=_WHOLE, town=_TEXT, member={"type": "boolean"})


def _order(rng: Random, *, nested: bool) -> tuple[str, dict[str, Any], dict[str, Any]]:
    lines: list[dict[str, Any]] = [
        {
            "thing": thing,
            "colour": rng.choice(COLORS),
            "pieces": rng.randint(2, 40),
            "price": rng.randint(1, 30),
        }
        for thing in rng.sample(THINGS, 3 if nested else 2)
    ]
    said = "; ".join(f"{one['pieces']} {one['colour']} {one['thing']} at {one['price']} coins a piece" for one in lines)
    number, customer = f"{rng.choice('ABCDEF')}-{rng.randint(1000, 9999)}", rng.choice(NAMES)
    item = _object(thing=_TEXT, colour={"enum": list(COLORS)}, pieces=_WHOLE, price=_WHOLE)
    value: dict[str, Any] = {"number": number, "customer": customer, "lines": lines}
    schema = _object(number=_TEXT, customer=_TEXT, lines={"type": "array", "items": item})
    prose = f"Order {number} came from {customer}: {said}."
    if nested:
        town, days = rng.choice(_TOWNS), rng.randint(2, 20)
        total = sum(one["pieces"] * one["price"] for one in lines)
        express = flip_coin(rng)
        value |= {"delivery": {"town": town, "days": days, "express": express}, "total": total}
        delivery = _object(town=_TEXT, days=_WHOLE, express={"type": "boolean"})
        schema = _object(**schema["properties"], delivery=delivery, total=_WHOLE)
        prose += f" It goes to {town} by {'express' if express else 'ordinary'} post and takes {days} days. "
        prose += "The total is the sum of pieces times price over all lines."
    return prose, value, schema
