import io

import pytest

from llmbattler.core.record_files import Column, FileFormat, open_reader, open_writer


@pytest.mark.parametrize("kind", list(FileFormat))
def test_every_kind_can_be_written_and_read(kind: FileFormat) -> None:
    file = io.BytesIO()
    writer = open_writer(file, kind, [Column("a")])
    writer.write([{"a": "one"}, {"a": "two"}])
    writer.close()
    file = io.BytesIO(file.getvalue())
    reader = open_reader(file, kind, wanted={"a"})
    assert reader.columns == ("a",)
    assert [one[1] for one in reader] == [{"a": "one"}, {"a": "two"}]
