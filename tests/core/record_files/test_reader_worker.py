import subprocess
import sys

import pytest

LIMITS = "from llmbattler.core.record_files.reader_worker import limit_process; limit_process(1_000); "


@pytest.mark.parametrize(
    ("tried", "sentence"),
    [
        ("bytearray(2 * 1024**3)", "MemoryError"),
        (
            "import tempfile; tempfile.TemporaryFile(buffering=0).write(bytes(3 * 1024**2)) == 3 * 1024**2 or 1 / 0",
            "Error",
        ),
    ],
)
def test_the_child_cannot_have_more_memory_or_disk(tried: str, sentence: str) -> None:
    done = subprocess.run([sys.executable, "-c", LIMITS + tried], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert sentence in done.stderr
