"""Scorers that compare texts: exact match, substring, regular expression."""

import re
from functools import lru_cache
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from ..comparison import find_answer, list_targets, normalize, unparsed
from ..contract import Case, Score, Tools
from ..errors import BadOptions, PatternTooSlow
from ..options import StrictOptions
from ..patterns import SafePattern


class Exact:
    """The answer equals the target, or one of several. Extra white space is ignored."""

    title: ClassVar[str] = "Exact match"
    needs: ClassVar[tuple[str, ...]] = ()

    class Options(StrictOptions):
        ignore_case: bool = Field(False, description="Ignore case.")
        ignore_space: bool = Field(True, description="Ignore extra white space.")
        ignore_punctuation: bool = Field(False, description="Ignore punctuation.")
        ignore_articles: bool = Field(False, description="Ignore the words a, an and the.")

    def __init__(self, options: Options) -> None:
        self._options = options

    async def score(self, case: Case, _: Tools) -> Score:
        answer = find_answer(case)
        targets = list_targets(case)
        if answer is None:
            return unparsed()
        said = self._bare(answer)
        if any(said == self._bare(target) for target in targets):
            return Score(value=1, reason="The answer equals the target.")
        return Score(value=0, reason=f"The answer is not {_name(targets)}.", details={"targets": targets})

    def _bare(self, text: str) -> str:
        wanted = self._options
        return normalize(
            text,
            case=wanted.ignore_case,
            space=wanted.ignore_space,
            punctuation=wanted.ignore_punctuation,
            articles=wanted.ignore_articles,
        )


class Includes:
    """The answer contains the target: any of several, all of them, or the share that occurs."""

    title: ClassVar[str] = "Includes"
    needs: ClassVar[tuple[str, ...]] = ()

    class Options(StrictOptions):
        texts: list[str] | None = Field(None, min_length=1, description="Texts to look for. Default: the target.")
        mode: Literal["any", "all", "share"] = Field("any", description="How many of the texts must occur.")
        ignore_case: bool = Field(True, description="Ignore case.")
        whole_words: bool = Field(True, description='Do not find "cat" in "category".')

    def __init__(self, options: Options) -> None:
        self._options = options

    async def score(self, case: Case, _: Tools) -> Score:
        answer = find_answer(case)
        wanted = self._options.texts or list_targets(case)
        if answer is None:
            return unparsed()
        said = self._bare(answer)
        missing = [text for text in wanted if not self._occurs(self._bare(text), said)]
        share = 1 - len(missing) / len(wanted)
        value = {"any": float(share > 0), "all": float(not missing), "share": share}[self._options.mode]
        reason = f"Missing: {', '.join(missing)}." if missing else "All texts occur."
        return Score(value=value, reason=reason, details={"missing": missing})

    def _bare(self, text: str) -> str:
        return normalize(text, case=self._options.ignore_case, space=True, punctuation=False, articles=False)

    def _occurs(self, text: str, said: str) -> bool:
        if not self._options.whole_words:
            return text in said
        # Add a word boundary only next to a letter or digit, so that "C++" and "42 %" are found too.
        before = r"(?<!\w)" if re.match(r"\w", text) else ""
        after = r"(?!\w)" if re.search(r"\w$", text) else ""
        return re.search(before + re.escape(text) + after, said) is not None


class Regex:
    """A regular expression matches the answer. The pattern comes from the options, or else from the target.

    If a search takes more than half a second, the answer is unreadable.
    """

    title: ClassVar[str] = "Regular expression"
    needs: ClassVar[tuple[str, ...]] = ()

    class Options(StrictOptions):
        pattern: str | None = Field(None, min_length=1, description="A Python regular expression. Default: the target.")
        whole: bool = Field(False, description="The pattern must match the whole answer.")
        ignore_case: bool = Field(False, description="Ignore case.")

        @model_validator(mode="after")
        def _is_a_pattern(self) -> Self:
            try:
                _compile(self.pattern or "", self.ignore_case)
            except BadOptions as error:
                raise ValueError(error.detail) from error
            return self

    def __init__(self, options: Options) -> None:
        self._options = options

    async def score(self, case: Case, _: Tools) -> Score:
        answer = find_answer(case)
        sources = [self._options.pattern] if self._options.pattern else list_targets(case)
        patterns = [_compile(source, self._options.ignore_case) for source in sources]
        if answer is None:
            return unparsed()
        try:
            found = any(self._matches(pattern, answer) for pattern in patterns)
        except PatternTooSlow as error:
            return unparsed(error.detail)
        return Score(value=float(found), reason="The pattern matches." if found else "The pattern does not match.")

    def _matches(self, pattern: SafePattern, answer: str) -> bool:
        found = pattern.fullmatch(answer.strip()) if self._options.whole else pattern.search(answer)
        return found is not None


@lru_cache(maxsize=256)
def _compile(source: str, ignore_case: bool) -> SafePattern:
    return SafePattern(source, ignore_case=ignore_case)


def _name(targets: list[str]) -> str:
    return f"“{targets[0]}”" if len(targets) == 1 else f"one of the {len(targets)} accepted answers"
