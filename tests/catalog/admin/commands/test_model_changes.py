from pathlib import Path

from tests.catalog.providers.test_commands import KEY, Run, provider, run

from llmbattler.testing.process import ProviderProcess

__all__ = ["provider", "run"]


def test_models_are_changed_from_the_command_line(run: Run, provider: ProviderProcess, data_dir: Path) -> None:
    run("keys", "set", "house", "--base-url", provider.addresses.openai_url, given=f"{KEY}\n")
    run("models", "add", "alpha", "--provider", "house", "--weight", "2")
    assert "Changed: Renamed." in run("models", "edit", "alpha", "--name", "Renamed").stdout
    assert "Renamed is paused." in run("models", "pause", "alpha", "--note", "for now").stdout
    assert "alpha is paused: for now" in run("models", "list").stdout
    assert "Renamed is active." in run("models", "resume", "alpha").stdout
    assert "weight 0.5" in run("models", "weight", "alpha", "0.5").stdout
    exported = run("models", "export").stdout
    assert "provider: house" in exported
    assert KEY not in exported
    (data_dir / "in.yaml").write_text(exported.replace("Renamed", "Again"))
    assert "dry run" in run("models", "import", "in.yaml", "--dry-run").stdout
    assert "change alpha" in run("models", "import", "in.yaml").stdout
    assert "Again is retired." in run("models", "retire", "alpha").stdout
    assert "name: Again" in run("models", "export").stdout


def test_found_models_are_accepted(run: Run, provider: ProviderProcess) -> None:
    run("keys", "set", "house", "--base-url", provider.addresses.openai_url, given=f"{KEY}\n")
    assert "There are no available models to enable." in run("models", "accept").stdout
    run("models", "discover")
    assert "house-alpha" in run("models", "accept").stdout
    assert "Ignored." in run("models", "accept", "house-alpha", "--ignore").stdout
    assert "(ignored)" in run("models", "accept").stdout
    assert "Enabled." in run("models", "accept", "house-alpha").stdout
    assert "works." in run("models", "test", "house-alpha").stdout


def test_mistakes_are_sentences(run: Run) -> None:
    for arguments, words in (
        (("add", "x", "--provider", "nobody"), "This site has no such provider."),
        (("add", "not an id", "--provider", "nobody"), "model_id"),
        (("add", "x", "--provider", "nobody", "--model", "a\r\nb"), "control characters"),
        (("pause", "nobody"), "This site has no such model."),
        (("accept", "nobody"), "Discovery has found no such model."),
        (("import", "nowhere.yaml"), "cannot be read"),
        (("export", "nowhere/models.yaml"), "cannot be written: No such file or directory."),
        (("pause", "nobody", "--note", "x" * 301), "note: "),
    ):
        failed = run("models", *arguments)
        assert failed.exit_code == 1
        assert words in failed.stderr
