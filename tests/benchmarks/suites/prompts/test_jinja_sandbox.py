import time
from typing import Any

import pytest
from jinja2 import TemplateError

from llmbattler.benchmarks.suites.prompts.jinja_sandbox import (
    LONGEST_OUTPUT,
    LimitExceeded,
    Sandbox,
    measure,
    render_safely,
)

_sandbox = Sandbox()


def render(template: str, **variables: Any) -> str:
    return render_safely(_sandbox.from_string(template), variables)


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
def test_ordinary_templates_are_rendered(template: str, said: str) -> None:
    assert render(template, text="axb", words=["a", "b"], facts={"k": 1}) == said


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
    "center": "{{ 'x' | center(10 ** 10) }}",
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
    "the measuring itself": "{% for a in range(9999) %}{{ range(9999) | list | length }}{% endfor %}",
    "slices in a loop": "{% for a in range(9999) %}{% if large[::2] == large[1::2] == 1 %}{% endif %}{% endfor %}",
    "capitals in a loop": "{% for a in range(9999) %}{% if large.upper() == 'x' %}{% endif %}{% endfor %}",
    "searching in a loop": "{% for a in range(9999) %}{% if 'xy' in large or 'xxy' in large %}{% endif %}{% endfor %}",
    "sorting in a loop": "{% for a in range(9999) %}{{ text | sort | first }}{% endfor %}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_templates_fail_within_the_limits(name: str) -> None:
    started = time.process_time()
    with pytest.raises((TemplateError, RecursionError)):
        render(HOSTILE[name], question="q", words=["a", "b"], text="x" * 2_000, large="x" * 1_000_000)
    assert time.process_time() - started < 5


def test_measuring_a_huge_value_stops_early() -> None:
    value: Any = ["x"]
    for _ in range(60):
        value = [value, value]
    with pytest.raises(Exception, match="characters"):
        measure(value)
    assert measure({"a": ["bc", 1]}) > 3


def test_output_is_limited() -> None:
    longest = "x" * (LONGEST_OUTPUT - 100)
    assert render("{{ text }}", text=longest) == longest
    with pytest.raises(LimitExceeded, match="characters"):
        render("{{ text }}{{ text }}", text="x" * LONGEST_OUTPUT)


def test_surrogates_are_refused() -> None:
    with pytest.raises(TemplateError, match="surrogate"):
        render(r"{{ '\ud800' }}")
