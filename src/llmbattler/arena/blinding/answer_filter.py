"""Removes from a streamed answer what tells the family of its model: special tokens and written-out thinking.

`docs/blinding.md` explains the rules.
"""

import re
from typing import Final

_THINKING: Final = {
    **{f"<{name}>": f"</{name}>" for name in ("think", "thinking", "thought", "reasoning", "scratchpad", "seed:think")},
    "[think]": "[/think]",
    "◁think▷": "◁/think▷",
    "<|begin_of_thought|>": "<|end_of_thought|>",
    "<|start_thinking|>": "<|end_thinking|>",
    "<|channel|>analysis<|message|>": "<|channel|>final<|message|>",
}
"""How models begin and end their thinking, in lower case."""
_ROLES: Final = {
    "<|im_start|>": ("assistant", "user", "system"),
    "<|start|>": ("assistant", "assistant<|channel|>final<|message|>"),
    "<|start_header_id|>": ("assistant<|end_header_id|>", "user<|end_header_id|>", "system<|end_header_id|>"),
    "<start_of_turn>": ("model", "user"),
}
"""Tokens in front of the name of a role, which belongs to them."""
_LITERALS: Final = frozenset(
    (
        *_THINKING,
        *_THINKING.values(),
        *(token + role for token, roles in _ROLES.items() for role in ("", *roles)),
        *("<bos>", "<eos>", "<pad>", "<unk>", "<sop>", "<eop>", "<end_of_turn>", "<s>", "</s>", "<<sys>>", "<</sys>>"),
        *("<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>"),
        *("[inst]", "[/inst]", "[gmask]", "[tool_calls]", "[tool_results]", "[/tool_results]"),
        *("[available_tools]", "[/available_tools]", "[system_prompt]", "[/system_prompt]"),
    )
)
_LONGEST: Final = max(map(len, _LITERALS))
_PREFIXES: Final = frozenset(token[:size] for token in _LITERALS for size in range(1, len(token)))
_PATTERN: Final = re.compile(
    r"<\|[\w .:/-]{1,64}\|>"
    r"|<｜[^\n<>｜]{1,64}｜>"
    r"|【\d{1,3}(?::\d{1,3})?†[^】\n]{0,100}】"
    r"|\ue200[^\ue201\n]{1,200}\ue201"
)
"""Tokens and marks of sources that have a form and no end of names."""
_BEGUN: Final = re.compile(
    r"(?:<\|[\w .:/-]{0,64}\|?"
    r"|<｜[^\n<>｜]{0,64}｜?"
    r"|【\d{0,3}(?::\d{0,3})?(?:†[^】\n]{0,100})?"
    r"|\ue200[^\ue201\n]{0,200})\Z"
)
_EVENT: Final = re.compile(r"[\n<\[【◁\ue200]|`+|~+")
_FENCE: Final = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?")
"""What may stand in front of a fence on its line."""
_LOWER: Final = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
"""Unlike `lower`, this never changes the length."""
_FEWEST_FENCE: Final = 3
_LINE_START: Final = 80
"""Longer than what may stand in front of a fence, or behind it."""


class AnswerFilter:
    """`feed` returns what may be shown of a piece of text, `finish` the rest.

    A token that the person has written is theirs to read. Code shows tokens as its subject, so they stay in it.
    """

    def __init__(self, asked: str = "") -> None:
        self._asked = asked
        self._held = ""
        self._closing: re.Pattern[str] | None = None
        """Ends the thinking that is being removed."""
        self._begins = True
        """Nothing but space was passed on yet."""
        self._strips = False
        """Something was removed in front of the answer, and the space behind it goes, too."""
        self._line = ""
        """The start of the line, as long as a fence may follow; then a letter."""
        self._fence = ""
        self._span = ""
        """The backticks that opened the code that is being read."""
        self._struck = False

    def feed(self, text: str) -> str:
        if not self._held and self._closing is None and not self._begins and _EVENT.search(text) is None:
            if len(self._line) < _LINE_START:
                self._line += text[:_LINE_START]
            return text
        self._held += text
        return self._read(final=False)

    def finish(self) -> str:
        return self._read(final=True)

    def _read(self, *, final: bool) -> str:
        shown: list[str] = []
        before = -1, False
        while self._held and before != (before := (len(self._held), self._begins)):
            if self._closing is not None:
                self._drop_thinking(self._closing)
            elif self._begins:
                self._read_beginning(final=final)
            else:
                shown.append(self._read_body(final=final))
        if final:
            self._held = ""
        return "".join(shown)

    def _drop_thinking(self, closing: re.Pattern[str]) -> None:
        found = closing.search(self._held)
        if found is None:
            self._held = self._held[-_LONGEST:]
            return
        self._held = self._held[found.end() :]
        self._closing = None

    def _read_beginning(self, *, final: bool) -> None:
        """Remove thinking and tokens in front of the answer."""
        rest = self._held.lstrip()
        token, waits = _find_token(rest, final=final)
        if waits or not (rest or final):
            return
        opening = token.translate(_LOWER)
        if opening in _THINKING:
            self._closing = re.compile(re.escape(_THINKING[opening]), re.IGNORECASE)
        if opening in _THINKING or (token and token not in self._asked):
            self._held, self._strips = rest[len(token) :], True
            return
        self._begins = False
        if self._strips:
            self._held = rest

    def _read_body(self, *, final: bool) -> str:
        """Return what may be shown up to and with the next sign that matters."""
        found = _EVENT.search(self._held)
        if found is None:
            return self._pass_on(len(self._held))
        if found.start():
            return self._pass_on(found.start())
        sign = found[0]
        if sign == "\n":
            self._line, self._span = "", ""
            return self._cut(1)
        if sign[0] in "`~":
            return self._read_code_sign(sign, final=final)
        return self._read_token(final=final)

    def _read_code_sign(self, sign: str, *, final: bool) -> str:
        """Enter or leave code: a block between fences, or a span within a line."""
        after, end, _ = self._held[len(sign) :].partition("\n")
        may_be_fence = len(sign) >= _FEWEST_FENCE and _FENCE.fullmatch(self._line) is not None
        is_whole = end or final or len(after) > _LINE_START
        if not is_whole and (may_be_fence or not after):
            return ""  # more of the sign or of its line may follow
        if may_be_fence and not self._fence and "`" not in after:
            self._fence = sign
        elif may_be_fence and self._fence and sign.startswith(self._fence) and not after.strip():
            self._fence = ""
        elif not self._fence and sign[0] == "`":
            self._span = {"": sign, sign: ""}.get(self._span, self._span)
        return self._pass_on(len(sign))

    def _read_token(self, *, final: bool) -> str:
        token, waits = _find_token(self._held, final=final)
        if waits:
            return ""
        if not token:
            return self._pass_on(1)
        if self._fence or self._span:
            # A token after which nothing follows is the end of the answer and not of its code.
            if not self._held[len(token) :].strip():
                return self._cut(len(token), show=False) if final else ""
            return self._pass_on(len(token))
        return self._pass_on(len(token)) if self._is_kept(token) else self._cut(len(token), show=False)

    def _is_kept(self, token: str) -> bool:
        if token == "<s>":  # noqa: S105 - struck text; only at the beginning it is a token
            self._struck = True
            return True
        if token == "</s>" and self._struck:  # noqa: S105
            self._struck = False
            return True
        return token in self._asked

    def _pass_on(self, size: int) -> str:
        shown = self._cut(size)
        if len(self._line) < _LINE_START:
            self._line += shown[:_LINE_START]
        return shown

    def _cut(self, size: int, *, show: bool = True) -> str:
        shown, self._held = self._held[:size], self._held[size:]
        return shown if show else ""


def filter_answer(text: str, asked: str = "") -> str:
    """Filter a complete answer."""
    answer = AnswerFilter(asked)
    return answer.feed(text) + answer.finish()


def _find_token(text: str, *, final: bool) -> tuple[str, bool]:
    """Return the token that a text begins with, and whether more text must come to know it."""
    head = text[:_LONGEST]
    lower = head.translate(_LOWER)
    if not final and ((text == head and lower in _PREFIXES) or _BEGUN.match(text) is not None):
        return "", True
    found = _PATTERN.match(text)
    longest = found[0] if found else ""
    for size in range(len(lower), len(longest), -1):
        if lower[:size] in _LITERALS and _is_spelled_like(head[:size]):
            return head[:size], False
    return longest, False


def _is_spelled_like(token: str) -> bool:
    """Return whether a token in square brackets is in capitals: `[inst]` is a word, `[INST]` a token."""
    return not token.startswith("[") or token.strip("[]/g").isupper()
