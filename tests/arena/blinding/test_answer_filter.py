import random
from itertools import pairwise

import pytest

from llmbattler.arena.blinding.answer_filter import AnswerFilter, filter_answer

REMOVED = {
    "end of a turn": ("Paris.<|im_end|>", "Paris."),
    "between words": ("Paris<|eot_id|> it is", "Paris it is"),
    "in front": ("<|im_start|>assistant\nParis.", "Paris."),
    "a header": ("<|start_header_id|>assistant<|end_header_id|>\n\nParis.", "Paris."),
    "of Gemma": ("<start_of_turn>model\nParis.<end_of_turn>", "Paris."),
    "wide bars": ("Paris.<｜end▁of▁sentence｜>", "Paris."),
    "brackets": ("[INST] Paris. [/INST]<<SYS>>", " Paris. "[1:]),
    "sentence": ("<s>Paris.</s>", "Paris."),
    "masks": ("[gMASK]<sop>Paris.", "Paris."),
    "tools": ("Paris.[TOOL_CALLS]", "Paris."),
    "sources": ("Paris【1†source】 and 【12:3†report.pdf】Rome.", "Paris and Rome."),
    "private sources": ("Paris.\ue200cite\ue202turn0search0\ue201", "Paris."),
    "after code": ("```\nx\n```<|im_end|>\n", "```\nx\n```<|im_end|>\n".replace("<|im_end|>", "")),
    "behind code that was cut off": ("```\nprint(1)<|im_end|>", "```\nprint(1)"),
    "behind a block of code": ("````\n```\n````\nYes<|im_end|>.", "````\n```\n````\nYes."),
    "behind code on one line": ("```x``` and `y` <|im_end|> z", "```x``` and `y`  z"),
    "behind a lone backtick": ("A ` is a sign.\nYes<|im_end|> it is", "A ` is a sign.\nYes it is"),
    "behind a fence with a word": ("```md\n```js\n```\nYes<|eot_id|>!", "```md\n```js\n```\nYes!"),
}
KEPT = {
    "plain words": "Paris, the capital of France, has 2 million inhabitants.",
    "signs": "a < b, c > d, x | y, [1] and [inst], <b>bold</b>, 【notes】, a||b, <|>, i<|x",
    "code": "```jinja\n<|im_start|>user\n{{ content }}<|im_end|>\n```\nThat is the template.",
    "tildes": "~~~\n[INST] hi [/INST]\n~~~\nDone.",
    "code in a list": "1. ```\n   <|eot_id|>\n   ```\n2. Done",
    "span": "It ends with `<|im_end|>` and `` [INST] `` here.",
    "struck": "It costs <s>5</s> 4 euros.",
    "begun": "1 <",
    "begun too": "See [IN",
    "begun mark": "See 【1†a very long name",
    "space": "  \n Paris",
    "tag": "Write <think> nowhere: `<think>`".replace("<think> nowhere", "it nowhere"),
    "thousand": "<|" + "a" * 100 + "|>",
}
THINKING = {
    "closed": ("<think>It is Paris.</think>\n\nParis.", "Paris."),
    "after space": ("\n <think>\nHm\n</think>Paris.", "Paris."),
    "unclosed": ("<think>It could be Paris", ""),
    "capitals": ("<Think>Hm</THINK> Paris.", "Paris."),
    "twice": ("<think>a</think>\n<thinking>b</thinking>\nParis.", "Paris."),
    "with a tag in it": ("<think>I write <b>bold</b> < 3</think>Paris.", "Paris."),
    "of Magistral": ("[THINK]Hm[/THINK]Paris.", "Paris."),
    "channels": (
        "<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>final<|message|>Paris.<|return|>",
        "Paris.",
    ),
    "in front of code": ("<think>x</think>\n```\n<|im_end|>\n```", "```\n<|im_end|>\n```"),
    "without its beginning": ("Hm.</think>Paris.", "Hm.Paris."),
    "nothing in it": ("<think></think>Paris.", "Paris."),
}
CASES = {**REMOVED, **THINKING, **{name: (text, text) for name, text in KEPT.items()}}


def split(text: str, *places: int) -> str:
    answer = AnswerFilter()
    edges = [0, *sorted(places), len(text)]
    return "".join(answer.feed(text[a:b]) for a, b in pairwise(edges)) + answer.finish()


@pytest.mark.parametrize("name", CASES)
def test_h03_h04_every_split_of_an_answer_gives_the_same(name: str) -> None:
    text, shown = CASES[name]
    assert filter_answer(text) == shown
    assert split(text, *range(len(text))) == shown
    for place in range(len(text) + 1):
        assert split(text, place) == shown, place


@pytest.mark.parametrize("name", CASES)
def test_every_three_pieces_of_an_answer_give_the_same(name: str) -> None:
    text, shown = CASES[name]
    chance = random.Random(name)  # noqa: S311 - the same splits every time
    for _ in range(100):
        places = chance.choices(range(len(text) + 1), k=2)
        assert split(text, *places) == shown, places


def test_what_the_person_wrote_is_theirs_to_read() -> None:
    asked = "What does <|im_end|> mean, and <think>?"
    assert filter_answer("<|im_end|> ends a turn.<|eot_id|>", asked) == "<|im_end|> ends a turn."
    assert filter_answer("<think>Hm.</think>It ends <|im_end|> a turn.", asked) == "It ends <|im_end|> a turn."
    assert filter_answer("The tag <think> begins it.", asked) == "The tag <think> begins it."


def test_text_is_passed_on_as_soon_as_it_can_be_no_token() -> None:
    answer = AnswerFilter()
    assert [answer.feed(piece) for piece in ("Pa", "ris ", "<", "b>", "<|", "a b", "!")] == [
        "Pa", "ris ", "", "<b>", "", "", "<|a b!",
    ]  # fmt: skip
    assert answer.finish() == ""


def test_thinking_of_any_length_is_removed() -> None:
    answer = AnswerFilter()
    assert answer.feed("<think>") == ""
    for _ in range(1000):
        assert answer.feed("thinking " * 100) == ""
    assert answer.feed("</think>Yes") + answer.finish() == "Yes"
