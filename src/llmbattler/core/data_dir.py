"""The folder that holds everything a site must not lose."""

from pathlib import Path

from .errors import StartupProblem


def prepare_data_dir(path: Path) -> None:
    """Make sure that the folder exists and can be written, or say in one sentence why not."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".writable"
        probe.touch()
        probe.unlink(missing_ok=True)
    except OSError as error:
        raise StartupProblem(
            f"The data folder {path} cannot be written: {error.strerror}. Choose another one with DATA_DIR."
        ) from None
