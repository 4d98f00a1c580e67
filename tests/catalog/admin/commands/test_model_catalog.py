import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result
from structlog.testing import capture_logs
from typer.testing import CliRunner

from llmbattler.catalog.admin.commands import model_catalog as command
from llmbattler.catalog.embedded import flow
from llmbattler.catalog.embedded.flow import Progress, Weights
from llmbattler.connectors.errors import FailureKind
from llmbattler.testing import Script
from llmbattler.testing.process import ProviderProcess

Run = Callable[..., Result]


@pytest.fixture
def provider() -> Iterator[ProviderProcess]:  # type: ignore[override]
    with ProviderProcess() as provider:
        yield provider


@pytest.fixture
def run(terminal: None) -> Run:

    def run(*arguments: str) -> Result:
        with capture_logs():
            return CliRunner().invoke(command.app, list(arguments))

    return run


def write_file(folder: Path, provider: ProviderProcess, *names: str) -> None:
    url = provider.addresses.openai_url
    (folder / "models.yaml").write_text("models:\n" + "".join(f"  - {{id: {n}, base_url: '{url}'}}\n" for n in names))


def test_a_site_that_never_ran_shows_its_models(run: Run) -> None:
    shown = run("list")
    assert shown.exit_code == 0
    assert "SmolLM2 135M (precise)" in shown.stdout
    listed = json.loads(run("list", "--json").stdout)["models"]
    assert len(listed) == 4
    assert {model["status"] for model in listed} == {"active"}


def test_a_paused_model_says_why(run: Run, data_dir: Path) -> None:
    (data_dir / "models.yaml").write_text("models: [{id: m, api_key_env: NOT_SET_ANYWHERE}]\n")
    assert "m is paused: The environment variable NOT_SET_ANYWHERE is not set." in run("list").stdout


def test_a_model_is_asked_and_answers(run: Run, data_dir: Path, provider: ProviderProcess) -> None:
    provider.script("alpha", Script(text="Hello [bold] there."))
    write_file(data_dir, provider, "alpha", "beta")
    run("discover")
    answer = run("test", "alpha")
    assert answer.exit_code == 0
    assert "Hello [bold] there." in answer.stdout
    assert "alpha works." in answer.stdout
    assert "tokens." in answer.stdout


@pytest.mark.parametrize(
    ("model_id", "sentence"),
    [("nobody", "This site has no model 'nobody'"), ("alpha", "does not accept the API key")],
)
def test_a_failure_is_a_sentence_and_an_exit_code(
    run: Run, data_dir: Path, provider: ProviderProcess, model_id: str, sentence: str
) -> None:
    provider.script("alpha", Script(failure=FailureKind.BAD_KEY))
    write_file(data_dir, provider, "alpha")
    run("discover")
    answer = run("test", model_id)
    assert answer.exit_code == 1
    assert sentence in answer.stderr
    assert "Traceback" not in answer.output


def test_discovery_tells_what_it_found(
    run: Run, data_dir: Path, provider: ProviderProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider.script("llama3.2:3b", Script())
    for name, url in {
        "DISCOVERY": "true",
        "OLLAMA_BASE_URL": provider.addresses.openai_url,
        "LM_STUDIO_BASE_URL": "http://127.0.0.1:1/v1",
        "VLLM_BASE_URL": f"{provider.addresses.url}/nothing-here",
        "LLAMA_CPP_BASE_URL": "http://127.0.0.1:1/v1",
    }.items():
        monkeypatch.setenv(name, url)
    (data_dir / "models.yaml").write_text("models: [{id: m, api_key_env: NOT_SET_ANYWHERE}]\n")
    told = run("discover")
    assert told.exit_code == 0
    assert "llama3.2:3b" in told.stdout
    assert "no answer" in told.stdout
    assert "✗ vLLM" in told.stdout
    assert "set NOT_SET_ANYWHERE" in told.stdout
    assert "6 added, 0 changed, 0 retired." in told.stdout
    report = json.loads(run("discover", "--json").stdout)
    assert report["places"][0]["models"] == ["ollama-llama3.2-3b"]
    assert report["places"][1]["problem"] == "unreachable"
    assert report["added"] == []


def test_weights_are_pulled(run: Run, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path] = []

    async def pull(_: Weights, target: Path, progress: Progress) -> bool:
        progress(1, 2)
        asked.append(target)
        return len(asked) == 1

    monkeypatch.setattr(flow, "pull_weights", pull)
    assert "Downloaded" in run("pull", "smollm2").stdout
    assert "Already there" in run("pull", "smollm2").stdout
    assert asked[0] == data_dir / "models" / "smollm2.gguf"
    refused = run("pull", "gpt-5")
    assert refused.exit_code == 1
    assert "Known: smollm2" in refused.stderr
