from dataclasses import replace
from uuid import UUID

import pytest

from llmbattler.arena.models import Mode, Position
from llmbattler.arena.turns.turn import TurnRef, list_sides, parse_part
from llmbattler.generation.streams.service import GenerationKey

ID = UUID("01890a5d-ac96-774b-bcce-b302099a8057")
REF = TurnRef(ID, ID, "msg_4", Mode.SIDE_BY_SIDE, 2)


@pytest.mark.parametrize(("attempt", "part"), [(0, "2"), (1, "2r1"), (12, "2r12")])
def test_a_reference_survives_being_stored(attempt: int, part: str) -> None:
    ref = replace(REF, attempt=attempt)
    assert str(ref) == f"{ID}/{ID}/{part}/msg_4/side_by_side"
    assert TurnRef.parse(str(ref)) == ref
    assert ref.key == GenerationKey("battle", ID, part)
    assert parse_part(part) == (2, attempt)


@pytest.mark.parametrize("part", ["r1", "2r", "2.5", "x"])
def test_other_names_are_no_parts(part: str) -> None:
    with pytest.raises(ValueError, match=part.replace(".", r"\.")):
        parse_part(part)


def test_a_chat_has_one_side() -> None:
    assert list_sides(Mode.DIRECT) == (Position.LEFT,)
    assert REF.sides == (Position.LEFT, Position.RIGHT)
