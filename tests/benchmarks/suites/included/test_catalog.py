import pytest

from llmbattler.benchmarks.suites.definition.spec import SuiteSpec
from llmbattler.benchmarks.suites.included.catalog import FEWEST, SEED, list_included


def test_names_and_titles_are_unique() -> None:
    specs = list_included()
    assert len({one.name for one in specs}) == len({one.title for one in specs}) == len(specs)


@pytest.mark.parametrize("spec", list_included(), ids=lambda one: one.name)
def test_a_suite_is_generated_and_tagged_as_built_in(spec: SuiteSpec) -> None:
    assert (spec.dataset.included, spec.dataset.seed, spec.dataset.limit) == (spec.name, SEED, FEWEST)
    assert spec.tags == ["included"]
    assert spec.description
    assert any(one.weight for one in spec.scores)
    assert spec.params.temperature == 0
