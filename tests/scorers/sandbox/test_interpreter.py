import subprocess
import sys
from pathlib import Path

from llmbattler.scorers.sandbox.interpreter import find_python, list_folders_above, list_paths


def test_the_interpreter_is_real_and_of_this_version() -> None:
    python = find_python()
    assert not python.is_symlink()
    told = subprocess.run(
        [python, "-I", "-S", "-c", "import sys; print(sys.version_info[:2])"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == str(tuple(sys.version_info[:2]))


def test_the_paths_cover_the_standard_library_and_no_site_packages() -> None:
    paths = list_paths()
    assert all(path.exists() for path in paths)
    library = Path(subprocess.__file__).resolve()
    assert any(library.is_relative_to(path.resolve()) for path in paths)
    assert not any(Path(sys.prefix).is_relative_to(path) for path in paths if sys.prefix != sys.base_prefix)


def test_parents_come_before_their_folders() -> None:
    folders = list_folders_above()
    assert Path("/") not in folders
    for folder in folders:
        assert all(parent in folders for parent in folder.parents if parent != Path("/"))
        assert all(folders.index(parent) < folders.index(folder) for parent in folder.parents if parent in folders)
