import json
from pathlib import Path

from tests.durations import choose_shard, read_durations
from tests.scripts.checkouts import load, write

durations = load("durations")

REPORT = """<testsuites><testsuite>
<testcase classname="tests.core.test_ids" name="test_a" time="1.25"/>
<testcase classname="tests.core.test_ids.TestIds" name="test_b" time="2.5"/>
<testcase classname="tests.core.test_gone" name="test_c" time="9"/>
<testcase classname="tests.core.test_short" name="test_d" time="0.01"/>
</testsuite></testsuites>"""


def test_seconds_are_added_by_file(tmp_path: Path) -> None:
    for name in ("test_ids", "test_short"):
        write(tmp_path / f"tests/core/{name}.py", "")
    report = write(tmp_path / "python.xml", REPORT)
    assert durations.read_seconds(tmp_path, [report, tmp_path / "none.xml"]) == {"tests/core/test_ids.py": 3.8}


def test_shards_have_every_file_once_and_about_the_same_time() -> None:
    seconds = {"a": 100.0, "b": 60.0, "c": 50.0, "d": 1.0, "e": 1.0}
    files = {*seconds, "new"}
    shards = [choose_shard(files, seconds, f"{number}/2") for number in (1, 2)]
    assert shards[0] | shards[1] == files
    assert not shards[0] & shards[1]
    sums = [sum(seconds.get(file, 50.0) for file in shard) for shard in shards]
    assert max(sums) / min(sums) < 1.5


def test_the_stored_times_are_of_files_that_exist() -> None:
    root = Path(__file__).parents[2]
    missing = [file for file in read_durations() if not (root / file).is_file()]
    assert len(missing) <= len(read_durations()) / 10, json.dumps(missing)
