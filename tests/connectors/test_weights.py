from pathlib import Path

import pytest

from llmbattler.connectors import weights
from llmbattler.connectors.errors import ModelMissing
from llmbattler.connectors.weights import find_weights


def test_a_given_file_comes_first(tmp_path: Path) -> None:
    given = tmp_path / "mine.gguf"
    with pytest.raises(ModelMissing, match=r"mine\.gguf"):
        find_weights(given)
    given.touch()
    assert find_weights(given, tmp_path) == given


def test_the_folder_comes_before_the_package(tmp_path: Path) -> None:
    assert find_weights(None, tmp_path).suffix == ".gguf"
    pulled = tmp_path / "smollm2.gguf"
    pulled.touch()
    assert find_weights(None, tmp_path) == pulled


def test_missing_weights_say_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "PACKAGE", "llm_no_such_package")
    with pytest.raises(ModelMissing, match="llmbattler models pull smollm2"):
        find_weights()
