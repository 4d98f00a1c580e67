"""Renders a sample into messages: system prompt, examples, question."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from jinja2 import Template, TemplateError, TemplateSyntaxError, meta, nodes

from llmbattler.connectors.contract import Message

from ..definition.errors import BadTemplate
from ..definition.samples import SampleView
from ..definition.spec import ScoreSpec, SuiteSpec
from .jinja_sandbox import Sandbox, render_safely

_NOT_IN_NAMES = re.compile(r"\W+")
_sandbox = Sandbox()


def compile_template(source: str, where: str) -> Template:
    """Compile a template. `BadTemplate` names the place in the suite and the reason."""
    try:
        return _sandbox.from_string(source)
    except TemplateSyntaxError as error:
        raise BadTemplate(f"{where}: {error.message} (line {error.lineno} of the template).") from error
    except TemplateError as error:
        raise BadTemplate(f"{where}: {error}.") from error
    except RecursionError as error:
        raise BadTemplate(f"{where}: it is nested too deeply.") from error


def parse_template(source: str) -> nodes.Template:
    return _sandbox.parse(source)


def list_names(source: str) -> set[str]:
    """The variables that a template uses."""
    return meta.find_undeclared_variables(parse_template(source)) - _sandbox.globals.keys()


def name_columns(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Template variables for the columns. `Best Answer` is also available as `Best_Answer`."""
    odd = {_NOT_IN_NAMES.sub("_", name).strip("_"): value for name, value in fields.items() if not name.isidentifier()}
    return {**odd, **fields, "sample": fields}


class Renderer:
    """The compiled templates of a suite."""

    def __init__(self, spec: SuiteSpec, examples: Sequence[SampleView]) -> None:
        """`examples` are the samples for few-shot examples, in order, one more than are shown."""
        self._few_shot = spec.few_shot
        self._examples = examples
        self._system = None if spec.system is None else compile_template(spec.system, "system")
        self._prompts = {name: compile_template(text, f"prompts.{name}") for name, text in spec.prompts.items()}
        self._targets = {
            one.name: compile_template(one.target, f"scores.{one.name}.target")
            for one in spec.scores
            if one.target is not None
        }
        self._follow_ups = [
            compile_template(text, f"follow_ups[{number}]") for number, text in enumerate(spec.follow_ups)
        ]
        self._shown: dict[tuple[str, int], tuple[Message, Message]] = {}
        if spec.few_shot is not None:
            asked = spec.few_shot.question
            self._asked = None if asked is None else compile_template(asked, "few_shot.question")
            self._answer = compile_template(spec.few_shot.answer, "few_shot.answer")

    def render(self, sample: SampleView, prompt: str) -> list[Message]:
        """The messages for this sample: system prompt, examples, question."""
        question = self._prompts.get(prompt)
        if question is None:
            raise BadTemplate(f"The prompt {prompt} does not exist. Prompts: {', '.join(self._prompts)}.")
        messages = []
        if self._system is not None:
            messages.append(Message.system(_fill(self._system, sample, "system")))
        for place in self._choose_examples(sample):
            messages.extend(self._show_example(place, prompt))
        return [*messages, Message.user(_fill(question, sample, f"prompts.{prompt}"))]

    @property
    def turns(self) -> int:
        """The most questions of one sample."""
        return 1 + len(self._follow_ups)

    def follow_up(self, sample: SampleView, number: int, answers: Sequence[str]) -> str | None:
        """The question of turn `number`, from 1 for the first follow-up; `None` if there is none for this sample."""
        if number > len(self._follow_ups):
            return None
        template, where = self._follow_ups[number - 1], f"follow_ups[{number - 1}]"
        text = _fill(template, sample, where, answers=list(answers))
        return text if text.strip() else None

    def render_all(self, sample: SampleView, prompt: str, answer: str) -> list[list[Message]]:
        """The messages of each turn as if the model always answered this."""
        rendered = [self.render(sample, prompt)]
        while (question := self.follow_up(sample, len(rendered), [answer] * len(rendered))) is not None:
            rendered.append([*rendered[-1], Message.assistant(answer), Message.user(question)])
        return rendered

    def target(self, sample: SampleView, score: ScoreSpec) -> Any:  # noqa: ANN401 - any value of a dataset
        """The correct answer: from the score's template, or else from the dataset."""
        template = self._targets.get(score.name)
        if template is None:
            return sample.target
        return _fill(template, sample, f"scores.{score.name}.target", with_target=True)

    def _choose_examples(self, sample: SampleView) -> list[int]:
        """Positions of the examples to show, without the sample itself and its duplicates."""
        if self._few_shot is None:
            return []
        others = [place for place, one in enumerate(self._examples) if one.fields != sample.fields]
        return others[: self._few_shot.count]

    def _show_example(self, place: int, prompt: str) -> tuple[Message, Message]:
        known = self._shown.get((prompt, place))
        if known is None:
            example = self._examples[place]
            asked = _fill(self._asked or self._prompts[prompt], example, "few_shot.question")
            answer = _fill(self._answer, example, "few_shot.answer", with_target=True)
            known = self._shown[prompt, place] = (Message.user(asked), Message.assistant(answer))
        return known


def _fill(
    template: Template,
    sample: SampleView,
    where: str,
    *,
    with_target: bool = False,
    answers: Sequence[str] | None = None,
) -> str:
    variables = name_columns(sample.fields)
    if answers is not None:
        variables["answers"] = answers
    if with_target and sample.target is not None:
        variables["target"] = sample.target
    try:
        return render_safely(template, variables)
    except TemplateError as error:
        said = error.message or type(error).__name__
        raise BadTemplate(f"{where}, sample {sample.position + 1}: {said}.") from error
