from zipfile import ZipFile

from tests.scripts.checkouts import load

record_demo = load("record_demo")


async def test_the_archive_is_what_the_script_records() -> None:
    files = await record_demo.record()
    with ZipFile(record_demo.ARCHIVE) as archive:
        stored = {name: archive.read(name) for name in archive.namelist()}
    changed = sorted(name for name in files.keys() | stored if files.get(name) != stored.get(name))
    assert changed == [], "run scripts/record_demo.py"
    assert record_demo.ARCHIVE.stat().st_size < 1_500_000
