import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from llmbattler.scorers.sandbox.process_tree import kill_tree, list_tree, measure_tree

PROGRAM = """
import os, sys, time
filled = b"x" * 30_000_000
if os.fork() == 0:
    if os.fork() == 0:
        filled += b"y"
    print("ready", flush=True)
    time.sleep(60)
time.sleep(60)
"""

ORPHAN = """
import os, time
parent = os.getpid()
if os.fork():
    os._exit(0)
while os.getppid() == parent:
    time.sleep(0.001)
print(os.getpid(), flush=True)
time.sleep(60)
"""


@pytest.fixture
def parent() -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == process.stdout.readline() == "ready\n"
        yield process
        kill_tree(process.pid, alive=process.poll() is None)


def test_all_generations_are_listed_measured_and_killed(parent: "subprocess.Popen[str]") -> None:
    tree = list(list_tree(parent.pid))
    assert (tree[0], len(tree)) == (parent.pid, 3)
    assert measure_tree(parent.pid) > 60_000_000
    kill_tree(parent.pid, alive=True)
    assert parent.wait(10) == -9
    ends = time.monotonic() + 10
    while any(measure_tree(pid) for pid in tree) and time.monotonic() < ends:
        time.sleep(0.01)
    assert not any(measure_tree(pid) for pid in tree)


def test_a_process_that_has_ended_is_left_alone(parent: "subprocess.Popen[str]") -> None:
    kill_tree(parent.pid, alive=False)
    assert parent.poll() is None
    assert list(list_tree(2**22 + 1)) == [2**22 + 1]
    assert measure_tree(2**22 + 1) == 0


def test_a_child_of_the_group_that_is_no_descendant_any_more_is_killed() -> None:
    """As one that was forked while its parent was being killed."""
    program = f"import subprocess, sys, time\nsubprocess.run([sys.executable, '-c', {ORPHAN!r}])\ntime.sleep(60)"
    command = [sys.executable, "-c", program]
    leader = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert leader.stdout is not None
    with leader.stdout:
        assert int(leader.stdout.readline()) not in list(list_tree(leader.pid))
        kill_tree(leader.pid, alive=True)
        leader.wait(10)
        assert leader.stdout.read() == ""  # nobody holds it open any more
