import pytest

from llmbattler.scorers.contract import Answer, Case, SandboxResult, Score, ScorerKind, Tools
from llmbattler.scorers.registry import find_scorer, list_scorers


@pytest.mark.parametrize(("code", "ok"), [(0, True), (1, False), (None, False)])
def test_a_program_is_ok_only_with_exit_code_zero(code: int | None, ok: bool) -> None:
    assert SandboxResult("", "", code).ok is ok


def test_tools_and_details_are_optional() -> None:
    assert (Tools().judge, Tools().sandbox) == (None, None)
    assert Score(value=None).details == {}
    case = Case(prompt="", target=None, fields={}, answer=Answer(text="", extracted=None))
    assert case.answer.total_ms is None


@pytest.mark.parametrize("name", list_scorers())
def test_every_installed_scorer_has_the_attributes_of_the_contract(name: str) -> None:
    kind = find_scorer(name)
    assert kind.title
    assert kind.__doc__
    assert set(kind.needs) <= {"judge", "sandbox"}
    assert kind.Options.model_json_schema()["type"] == "object"
    assert ScorerKind.needs == ()
