from llmbattler.catalog.admin.flow.doctor import examine_models
from llmbattler.core.doctor import Level
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings


async def _examine(resources: Resources) -> dict[str, Level]:
    findings = await examine_models(resources)
    return {finding.sentence: finding.level for finding in findings}


async def test_the_included_models_answer(resources: Resources) -> None:
    assert (await _examine(resources))["SmolLM2 135M (precise) answers."] is Level.OK


async def test_a_silent_server_comes_with_advice(resources: Resources) -> None:
    file = resources.get(Settings).data_dir / "models.yaml"
    file.write_text("models:\n  - {id: gone, name: Gone, model: x, base_url: 'http://127.0.0.1:1/v1'}\n")
    findings = await examine_models(resources)
    gone = next(finding for finding in findings if finding.sentence.startswith("Gone"))
    assert gone.level is Level.WARNING
    assert "base_url" in gone.advice


async def test_a_bad_file_is_a_problem(resources: Resources) -> None:
    (resources.get(Settings).data_dir / "models.yaml").write_text("models: 7\n")
    assert list((await _examine(resources)).values()) == [Level.PROBLEM]
