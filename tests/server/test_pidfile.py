import os
import stat
import sys
from pathlib import Path

import pytest
from tests.processes import FORKS, running

from llmbattler.server.pidfile import hold_pidfile, stop_servers

OTHERS_CAN_READ_US = all(folder.stat().st_mode & stat.S_IXOTH for folder in Path(sys.prefix).parents)


def test_a_file_whose_process_is_gone_is_no_server(data_dir: Path) -> None:
    (data_dir / "run").mkdir()
    left = data_dir / "run" / "serve-1.pid"
    left.touch()
    assert stop_servers(data_dir) == 0
    assert not left.exists()


def test_a_folder_that_nothing_ran_on_has_no_servers(data_dir: Path) -> None:
    assert stop_servers(data_dir / "none") == 0


@pytest.mark.skipif(os.geteuid() != 0 or not FORKS, reason="only root can start a process as somebody else")
@pytest.mark.skipif(not OTHERS_CAN_READ_US, reason="other users cannot run the program in a private folder")
@pytest.mark.parametrize("mode", [0o755, 0o750])
def test_the_servers_of_somebody_else_are_one_sentence(data_dir: Path, mode: int) -> None:
    with hold_pidfile(data_dir):
        data_dir.chmod(mode)
        with running("stop", change="tests.server.as_nobody", DATA_DIR=str(data_dir)) as stop:
            assert stop.wait() == 1
            said = " ".join("".join(stop.said).split())
    assert said.startswith(f"The site in {data_dir} belongs to somebody else; run this as the user of the site")
