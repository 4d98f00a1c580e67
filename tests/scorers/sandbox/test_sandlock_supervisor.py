"""Runs in a separate process, because it kills all children of its process."""

import subprocess
import sys

PROGRAM = """
import os, subprocess, sys, time
from llmbattler.scorers.sandbox.sandlock_supervisor import end_children, list_children

sleeping = [subprocess.Popen(["sleep", "60"]) for _ in range(3)]
assert sorted(list_children()) == sorted(one.pid for one in sleeping), list_children()
end_children()
assert list_children() == []
print("all ended")
"""


def test_all_children_are_killed() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=30)
    assert ran.stdout == "all ended\n", ran.stderr
