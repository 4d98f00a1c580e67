import pytest

from llmbattler.core.record_files import FileFormat, UnreadableFile, guess_format


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("votes.csv", FileFormat.CSV),
        ("VOTES.CSV", FileFormat.CSV),
        ("a.b.tsv", FileFormat.CSV),
        ("x.jsonl", FileFormat.JSONL),
        ("x.json", FileFormat.JSONL),
        ("x.parquet", FileFormat.PARQUET),
    ],
)
def test_the_end_of_the_name_tells_the_kind(name: str, kind: FileFormat) -> None:
    assert guess_format(name) is kind


@pytest.mark.parametrize(("name", "said"), [("votes.xlsx", "ends in .xlsx"), ("votes", "has no extension")])
def test_other_names_get_a_sentence(name: str, said: str) -> None:
    with pytest.raises(UnreadableFile, match=said):
        guess_format(name)
