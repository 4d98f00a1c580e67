import sys
from pathlib import Path

import pytest

from llmbattler.core.text.word_lists import read_word_lists

ROOT = Path(__file__).parents[3] / "src"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "words_for_test"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, folder.name, raising=False)
    return folder


def test_lists_are_read_by_name(package: Path) -> None:
    (package / "some.txt").write_text("What they are for.\n\n[FIRST]\none|two\nthrée\n\n[SECOND_LIST]\n[a] four\n")
    found = read_word_lists(package.name, "some.txt")
    assert found == {"FIRST": "one|two\nthrée", "SECOND_LIST": "[a] four"}


@pytest.mark.parametrize("text", ["", "no lists", "[A]\n\n[B]\nb", "[A]\na\n[A]\nb"])
def test_mistakes_in_a_file_are_errors(package: Path, text: str) -> None:
    (package / "some.txt").write_text(text)
    with pytest.raises(ValueError, match=r"some\.txt"):
        read_word_lists(package.name, "some.txt")


def test_every_data_file_is_read_by_the_module_beside_it() -> None:
    files = list(ROOT.rglob("llmbattler/[!s]*/**/*.txt"))
    assert len(files) >= 5
    for file in files:
        assert f'"{file.name}"' in file.with_suffix(".py").read_text(), file
