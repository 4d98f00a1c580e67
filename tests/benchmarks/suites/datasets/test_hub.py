"""Against a local server with the addresses of Hugging Face."""

from collections.abc import Iterator

import pytest
from tests.local_hub import LocalHub, open_local_hub

from llmbattler.benchmarks.suites.datasets import hub as hubs
from llmbattler.benchmarks.suites.datasets.hub import Hub, choose_file
from llmbattler.benchmarks.suites.datasets.service import load_dataset, load_from_hub
from llmbattler.benchmarks.suites.definition.errors import UnreadableDataset
from llmbattler.benchmarks.suites.definition.spec import DatasetSpec


@pytest.fixture
def local() -> Iterator[LocalHub]:
    with open_local_hub() as local:
        yield local


def test_the_file_of_a_split_is_found_downloaded_and_recognized(local: LocalHub) -> None:
    spec = DatasetSpec(huggingface="openai/gsm8k", config="main")
    loaded = load_from_hub(spec, Hub(local.url, "hf_secret"))
    assert (loaded.format, [one["target"] for one in loaded.records]) == ("gsm8k", ["4"])
    assert [token for _, token in local.seen] == ["Bearer hf_secret", "Bearer hf_secret", None], "the token stays here"


def test_a_named_file_needs_no_list(local: LocalHub) -> None:
    load_from_hub(DatasetSpec(huggingface="openai/gsm8k", file="main/test.jsonl"), Hub(local.url))
    assert [path for path, _ in local.seen if "/api/" in path] == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"huggingface": "openai/gsm8k"}, "has several files for the split test"),
        ({"huggingface": "openai/gsm8k", "split": "dev"}, "has no file for the split dev"),
        ({"huggingface": "openai/gsm8k", "file": "no.jsonl"}, "does not exist or has no file no.jsonl"),
        ({"huggingface": "openai/none"}, "does not exist at the revision main"),
        ({"huggingface": "gated/gpqa", "file": "a.csv"}, "set HUGGINGFACE_TOKEN"),
        ({"huggingface": "openai/gsm8k", "file": "loop.jsonl"}, "more than 5 redirects"),
        ({"huggingface": "openai/gsm8k", "file": "inside.jsonl"}, "is not on the public internet"),
        ({"huggingface": "openai/gsm8k", "file": "../x"}, "is not the path of a file"),
        ({"huggingface": "../etc"}, "is not the id of a dataset"),
    ],
)
def test_what_cannot_be_downloaded_is_said_in_a_sentence(local: LocalHub, given: dict[str, str], said: str) -> None:
    with pytest.raises(UnreadableDataset) as refused:
        load_from_hub(DatasetSpec.model_validate(given), Hub(local.url))
    assert said in refused.value.detail
    assert "secret text" not in refused.value.detail


def test_a_large_file_is_stopped(local: LocalHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "MOST_BYTES", 10)
    with pytest.raises(UnreadableDataset, match="larger than 10 bytes"):
        load_from_hub(DatasetSpec(huggingface="openai/gsm8k", file="main/test.jsonl"), Hub(local.url))


def test_without_a_network_the_sentence_says_what_to_do() -> None:
    with pytest.raises(UnreadableDataset, match=r"cannot be reached .* set `path`"):
        load_from_hub(DatasetSpec(huggingface="openai/gsm8k", config="main"), Hub("http://127.0.0.1:9"))


def test_uploads_download_nothing() -> None:
    with pytest.raises(UnreadableDataset, match="only be added on the command line"):
        load_dataset(DatasetSpec(huggingface="openai/gsm8k"), folder=None)
    with pytest.raises(UnreadableDataset, match="only be added on the command line"):
        load_from_hub(DatasetSpec(huggingface="openai/gsm8k"), None)


def test_a_split_is_found_in_the_usual_names() -> None:
    spec = DatasetSpec(huggingface="a/b", config="de", split="test")
    for name in ("de/test-00000-of-00001.parquet", "mgsm_de_test.tsv", "data/de/test.jsonl.gz"):
        assert choose_file(spec, [name, "de/train.parquet", "fr/test.parquet", "test/readme.md"]) == name
