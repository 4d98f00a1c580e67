import struct

import pytest

from llmbattler.scorers.errors import NoSandbox
from llmbattler.scorers.sandbox.seccomp import make_filter

ALLOWED, KILLED = 0x7FFF0000, 0x80000000
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}


def judge(machine: str, number: int, first: int = 0, architecture: int | None = None) -> int:
    """Run the filter as the kernel does."""
    code = make_filter(machine)
    steps = [struct.unpack("HBBI", code[place : place + 8]) for place in range(0, len(code), 8)]
    data = {0: number, 4: ARCHITECTURES[machine] if architecture is None else architecture, 16: first}
    place, loaded = 0, 0
    while True:
        what, hit, miss, value = steps[place]
        place += 1
        if what == 0x20:
            loaded = data[value]
        elif what == 0x06:
            return int(value)
        else:
            yes = {0x15: loaded == value, 0x35: loaded >= value, 0x45: bool(loaded & value)}[what]
            place += hit if yes else miss


@pytest.mark.parametrize(
    ("machine", "number", "first", "error"),
    [
        ("x86_64", 0, 0, None),
        ("x86_64", 56, 0x1200011, None),
        ("x86_64", 56, 0x10000011, 1),
        ("x86_64", 435, 0, 38),
        ("x86_64", 41, 1, None),
        ("x86_64", 41, 2, 13),
        ("x86_64", 41, 40, 13),
        ("x86_64", 101, 0, 1),
        ("x86_64", 302, 0, None),
        ("x86_64", 302, 4711, 13),
        ("aarch64", 261, 0, None),
        ("aarch64", 261, 1, 13),
        ("x86_64", 272, 0, 1),
        ("x86_64", 0x40000000 + 39, 0, 38),
        ("aarch64", 63, 0, None),
        ("aarch64", 220, 17, None),
        ("aarch64", 220, 0x20000011, 1),
        ("aarch64", 198, 1, None),
        ("aarch64", 198, 16, 13),
        ("aarch64", 117, 0, 1),
        ("aarch64", 425, 0, 1),
    ],
)
def test_calls(machine: str, number: int, first: int, error: int | None) -> None:
    assert judge(machine, number, first) == (ALLOWED if error is None else 0x00050000 | error)


def test_calls_of_another_architecture_end_the_program() -> None:
    assert judge("x86_64", 0, architecture=0x40000003) == KILLED


def test_an_unknown_processor_gets_no_sandbox() -> None:
    with pytest.raises(NoSandbox, match="processor"):
        make_filter("vax")
