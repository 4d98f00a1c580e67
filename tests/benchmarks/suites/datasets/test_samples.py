from llmbattler.benchmarks.suites.datasets.records import load_samples
from llmbattler.benchmarks.suites.datasets.samples import build_samples, merge_fields, name_fields
from llmbattler.benchmarks.suites.definition.samples import make_id
from llmbattler.benchmarks.suites.definition.spec import DatasetSpec, FieldsSpec, SuiteSpec

RECORDS = [{"q": f"q{number}", "a": str(number), "g": number % 3} for number in range(20)]


def test_targets_clusters_and_tags_come_from_columns() -> None:
    spec = DatasetSpec(fields=FieldsSpec(target="a", cluster="g", tags="t", id="q"))
    first, second, third = build_samples(
        [{"q": "x", "a": 1, "g": 0, "t": "b, c,"}, {"q": "y", "t": ["d", ""]}, {"q": "z", "g": ""}], spec
    )
    assert (first.sample_id, first.target, first.cluster, first.tags) == ("x", 1, "0", ["b", "c"])
    assert (second.target, second.cluster, second.tags) == (None, None, ["d"])
    assert (third.cluster, third.tags) == (None, [])


def test_shuffling_is_always_the_same_and_again_changes_nothing() -> None:
    spec = DatasetSpec(seed=5, limit=12)
    once = build_samples(RECORDS, spec)
    assert [one.fields for one in once] != RECORDS[:12]
    assert build_samples(list(reversed(RECORDS)), spec) == once
    assert build_samples([one.fields for one in once], spec) == once
    assert [one.position for one in once] == list(range(12))
    assert build_samples(RECORDS, DatasetSpec(seed=6, limit=12)) != once


def test_ids_stay_when_other_samples_come_and_go() -> None:
    all_of_them = {one.fields["q"]: one.sample_id for one in build_samples(RECORDS, DatasetSpec())}
    some = build_samples(RECORDS[5:9], DatasetSpec())
    assert all(all_of_them[one.fields["q"]] == one.sample_id for one in some)


def test_copies_get_ids_of_their_own() -> None:
    ids = [one.sample_id for one in build_samples([RECORDS[0]] * 3, DatasetSpec())]
    assert ids == [make_id(RECORDS[0]), make_id(RECORDS[0])[:14] + ".2", make_id(RECORDS[0])[:14] + ".3"]


def test_roles_set_by_the_suite_override_those_of_the_format() -> None:
    published_format = load_samples([{"question": "?", "answer": "#### 4"}], named="gsm8k").published_format
    assert merge_fields(FieldsSpec(), published_format).target == "target"
    assert merge_fields(FieldsSpec(target="answer"), published_format).target == "answer"
    assert merge_fields(FieldsSpec(tags="x"), None) == FieldsSpec(tags="x")


def test_roles_of_a_recognized_format_are_written_into_the_suite() -> None:
    loaded = load_samples([{"question": "?", "answer": "#### 4"}], named="gsm8k")
    spec = SuiteSpec.model_validate(
        {"name": "s", "dataset": {"samples": []}, "prompts": {"p": "x"}, "scores": [{"name": "e", "scorer": "exact"}]}
    )
    assert name_fields(spec, loaded).dataset.fields.target == "target"
    assert spec.dataset.fields.target is None
