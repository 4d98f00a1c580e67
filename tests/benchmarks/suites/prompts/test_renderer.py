import time
from typing import Any

import pytest

from llmbattler.benchmarks.suites.definition.errors import BadTemplate
from llmbattler.benchmarks.suites.definition.samples import SampleView, make_id
from llmbattler.benchmarks.suites.definition.spec import SuiteSpec
from llmbattler.benchmarks.suites.prompts.jinja_sandbox import measure
from llmbattler.benchmarks.suites.prompts.renderer import Renderer, list_names
from llmbattler.connectors.contract import Role


def make_spec(prompt: str = "{{ question }}", **more: Any) -> SuiteSpec:
    scores = more.pop("scores", [{"name": "exact", "scorer": "exact"}])
    return SuiteSpec.model_validate(
        {"name": "s", "dataset": {"samples": []}, "prompts": {"main": prompt}, "scores": scores, **more}
    )


def make_sample(position: int = 0, **fields: Any) -> SampleView:
    return SampleView(position=position, sample_id=make_id(fields), fields=fields, target=fields.get("target"))


def render(prompt: str, **fields: Any) -> str:
    return Renderer(make_spec(prompt), []).render(make_sample(**fields), "main")[-1].text


def test_columns_fill_the_prompt() -> None:
    assert render("{{ question }} ({{ n + 1 }})", question="Why?", n=1) == "Why? (2)"


def test_odd_names_of_columns_can_be_used() -> None:
    fields = {"Best Answer": "yes", "class": "c"}
    sample = SampleView(position=0, sample_id="x", fields=fields)
    renderer = Renderer(make_spec('{{ Best_Answer }} {{ sample["Best Answer"] }} {{ sample["class"] }}'), [])
    assert renderer.render(sample, "main")[0].text == "yes yes c"


def test_choices_get_letters_and_blocks_leave_no_blank_lines() -> None:
    assert render("{{ choices | lettered }}", choices=["Paris", "Rome"]) == "A. Paris\nB. Rome"
    template = "Choose:\n{% for one in choices %}\n- {{ one }}\n{% endfor %}\nNow."
    assert render(template, choices=["x", "y"]) == "Choose:\n- x\n- y\nNow."
    assert render("{{ 2 | letter }}") == "C"


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{{ words | join(', ') }}", "a, b"),
        ("{{ text | replace('x', 'yy') | upper }}", "AYYB"),
        ("{{ text | indent(2) }}", "axb"),
        ("{{ words | map('upper') | join }}", "AB"),
        ("{{ missing | default('none') }}", "none"),
        ("{{ words | tojson }}", '["a", "b"]'),
        ("{% for n in range(3) %}{{ n }}{% endfor %}", "012"),
        ("{{ text.split('x')[1] }}", "b"),
        ("{{ 'yes' if text is string else 'no' }}", "yes"),
        ("{{ words | length * 2 }}", "4"),
        ("{{ 'a' ~ 1 ~ text }}", "a1axb"),
        ("{% set twice = text + text %}{{ twice }}", "axbaxb"),
        ("{{ facts.items() | list | length }}", "1"),
    ],
)
def test_what_prompts_need_works(template: str, said: str) -> None:
    assert render(template, text="axb", words=["a", "b"], facts={"k": 1}) == said


def test_only_what_comes_from_outside_is_a_name() -> None:
    source = "{% for n in range(3) %}{{ loop.index }}{{ n }}{{ question }}{% endfor %}{% set a = 1 %}{{ a }}{{ b.c }}"
    assert list_names(source) == {"question", "b"}


def test_system_examples_and_question_come_in_order() -> None:
    spec = make_spec(system="Be brief.", few_shot={"count": 2, "answer": "It is {{ target }}."})
    examples = [make_sample(number, question=f"q{number}", target=f"a{number}") for number in range(3)]
    messages = Renderer(spec, examples).render(make_sample(9, question="q9", target="a9"), "main")
    assert [one.role for one in messages] == [
        Role.SYSTEM,
        Role.USER,
        Role.ASSISTANT,
        Role.USER,
        Role.ASSISTANT,
        Role.USER,
    ]
    assert [one.text for one in messages] == ["Be brief.", "q0", "It is a0.", "q1", "It is a1.", "q9"]


def test_an_example_is_never_the_sample_that_is_asked_nor_a_copy_of_it() -> None:
    spec = make_spec(few_shot={"count": 2, "question": "Example: {{ question }}"})
    examples = [make_sample(number, question=f"q{number}", target="t") for number in range(3)]
    renderer = Renderer(spec, examples)
    for asked in range(3):
        copy = make_sample(77, question=f"q{asked}", target="t")
        messages = renderer.render(copy, "main")
        assert len(messages) == 5
        assert f"Example: q{asked}" not in [one.text for one in messages]


def test_a_target_is_the_datasets_or_the_scores_own() -> None:
    scores = [
        {"name": "plain", "scorer": "exact"},
        {"name": "made", "scorer": "exact", "target": "{{ target | upper }}-{{ question }}"},
    ]
    spec = make_spec(scores=scores)
    renderer, sample = Renderer(spec, []), make_sample(question="q", target="abc")
    assert [renderer.target(sample, one) for one in spec.scores] == ["abc", "ABC-q"]


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{{ nothing }}", "'nothing' is undefined"),
        ("{{ question.nothing }}", "nothing"),
        ("{{ question", "line 1"),
        ("{% include 'x' %}", "`include` is not allowed"),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "`macro` is not allowed"),
        ("{% extends 'x' %}", "is not allowed"),
        ("{% import 'os' as os %}", "is not allowed"),
        ("{{ question | nosuchfilter }}", "nosuchfilter"),
        ("{{ 1 / 0 }}", "division by zero"),
        (r"{{ '\ud800' }}", "surrogate pair"),
    ],
)
def test_mistakes_are_sentences_that_name_the_prompt(template: str, said: str) -> None:
    with pytest.raises(BadTemplate) as caught:
        render(template, question="q")
    assert "prompts.main" in caught.value.detail
    assert said in caught.value.detail


HOSTILE = {
    "python": "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "python by filter": "{{ ''|attr('__class__') }}",
    "python by format": "{{ '{0.__class__}'.format(question) }}",
    "globals": "{{ range.__globals__ }}",
    "self": "{{ self.__init__.__globals__ }}",
    "cycler": "{{ cycler.__init__.__globals__.os.popen('id').read() }}",
    "changes the sample": "{% set _ = words.append(1) %}{{ words }}",
    "a large range": "{% for n in range(10 ** 9) %}x{% endfor %}",
    "a list of a range": "{{ range(10 ** 9) | list }}",
    "loops in loops": "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
    "loops over letters": "{% for a in text %}{% for b in text %}{% endfor %}{% endfor %}",
    "a recursive loop": "{% for a in words recursive %}{{ loop(words) }}{% endfor %}",
    "a text many times": "{{ 'x' * 10 ** 10 }}",
    "many times a text": "{{ 10 ** 10 * 'x' }}",
    "a list many times": "{{ words * 10 ** 10 }}",
    "doubling by ~": "{% set a = 'xxxxxxxxxx' %}" + "{% set a = a ~ a %}" * 40 + "{{ a }}",
    "doubling by +": "{% set a = 'xxxxxxxxxx' %}" + "{% set a = a + a %}" * 40 + "{{ a }}",
    "doubling in a namespace": "{% set a = [text] %}" + "{% set a = [a, a] %}" * 40 + "{{ a }}",
    "lists of lists": "{% set a = 'x' %}" + "{% set a = [a, a, a, a, a, a, a, a, a, a] %}" * 12 + "{{ a }}",
    "lists of lists as JSON": "{% set a = 'x' %}" + "{% set a = [a, a, a, a, a, a, a, a] %}" * 12 + "{{ a | tojson }}",
    "lists of lists as text": "{% set a = 'x' %}" + "{% set a = [a, a, a, a, a, a, a, a] %}" * 12 + "{{ a | string }}",
    "lists of lists, length": "{% set a = 'x' %}"
    + "{% set a = [a, a, a, a, a, a, a] %}" * 12
    + "{{ a | join | length }}",
    "a wide number": "{{ '%1000000000d' % 1 }}",
    "a wide format": "{{ '{:1000000000}'.format(1) }}",
    "a wide format filter": "{{ '%1000000000d' | format(1) }}",
    "padding": "{{ 'x'.ljust(10 ** 10) }}",
    "centre": "{{ 'x' | center(10 ** 10) }}",
    "zeros": "{{ 'x'.zfill(10 ** 10) }}",
    "tabs": "{{ '\t'.expandtabs(10 ** 10) }}",
    "a power": "{{ 9 ** (9 ** 9) }}",
    "powers of powers": "{% set a = 10 ** 64 %}" + "{% set a = a ** 64 %}" * 9 + "{{ a }}",
    "squares": "{% set a = 10 ** 64 %}" + "{% set a = a * a %}" * 40 + "{{ a > 1 }}",
    "replace": "{{ text | replace('', text) }}",
    "replace as a method": "{{ text.replace('', text) }}",
    "join": "{{ text | list | join(text) }}",
    "join as a method": "{{ text.join(text) }}",
    "lipsum": "{{ lipsum(n=100000) }}",
    "sum": "{{ [words * 1000] * 1000 | sum(start=[]) }}",
    "slices": "{{ words | slice(10 ** 9) | list }}",
    "batches": "{{ words | batch(10 ** 9, 'x') | list }}",
    "output": "{% for a in range(9999) %}{{ text }}{% endfor %}",
    "a debugger": "{% debug %}",
    "deep brackets": "{{ " + "(" * 5_000 + "1" + ")" * 5_000 + " }}",
    "the scales themselves": "{% for a in range(9999) %}{{ range(9999) | list | length }}{% endfor %}",
    "slices in a loop": "{% for a in range(9999) %}{% if large[::2] == large[1::2] == 1 %}{% endif %}{% endfor %}",
    "capitals in a loop": "{% for a in range(9999) %}{% if large.upper() == 'x' %}{% endif %}{% endfor %}",
    "searching in a loop": "{% for a in range(9999) %}{% if 'xy' in large or 'xxy' in large %}{% endif %}{% endfor %}",
    "sorting in a loop": "{% for a in range(9999) %}{{ text | sort | first }}{% endfor %}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_templates_end_soon_and_as_a_sentence(name: str) -> None:
    started = time.process_time()
    with pytest.raises(BadTemplate):
        render(HOSTILE[name], question="q", words=["a", "b"], text="x" * 2_000, large="x" * 1_000_000)
    assert time.process_time() - started < 5


def test_weighing_stops_at_once() -> None:
    value: Any = ["x"]
    for _ in range(60):
        value = [value, value]
    with pytest.raises(Exception, match="characters"):
        measure(value)
    assert measure({"a": ["bc", 1]}) > 3
