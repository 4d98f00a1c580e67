"""Reads the choice that an answer settles on."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .mentions import NOUN, Mention, find_mentions, is_same_text
from .plain_text import simplify
from .statements import find_statement, list_lines, list_sentences

LONGEST_CLAUSE = 2_000
"""Longer ones are not read: nobody states an answer in them."""
NEGATED_WITHIN = 150
"""Characters of a clause before a choice in which "not" applies to it."""
_NEGATION = re.compile(
    r"\b(?:not|never|neither|nor|none\sof|rather\sthan|instead\sof|anything\sbut|other\sthan|except(?:\sfor)?|exclud\w{1,4}|eliminat\w{1,4}"
    r"|rul(?:e|es|ed|ing)\sout|reject\w{0,4}|discard\w{0,4}|nicht|kein\w{0,2}|weder|pas|non|no\ses|não|нет|не|nie|niet|inte|değil|bukan)\b|\bover\s\(?$"
    r"|n['’]t\b|\bcannot\b|不是|并非|ではな",
    re.IGNORECASE,
)
_FALSE = re.compile(
    r"(?:[^\w\n]{0,4}(?:and|or|nor|und|oder)?\s?\(?[A-Z]\)?(?![^\W_])){0,8}[\s)\]:-]{0,4}"
    r"(?:(?:is|are|was|would\sbe|seems|looks|ist|sind|est|es)\s)?(?:also\s|clearly\s|both\s|all\s|definitely\s|simply\s)?"
    r"(?:not\b(?!\s\(?[A-Z](?![^\W_]))|wrong\b|incorrect\b|false\b|out\b|cannot\b|can['’]?t\b|isn['’]?t\b|aren['’]?t\b|doesn['’]?t\b|falsch\b|faux\b|✗|✘|❌|×|no\b)",
    re.IGNORECASE,
)
_TRUE = re.compile(
    r"[\s)\]:,-]{0,4}(?:(?:is|would\sbe|must\sbe|should\sbe|looks|seems|ist|est|es)\s)?(?:also\s|clearly\s|definitely\s|therefore\s|thus\s)?"
    r"(?:the\s|to\sbe\s|die\s)?(?:correct\b|right\b|best\b|better\b(?!\sthan)|true\b|closest\b|fits\b|works\b|matches\b|yes\b|answer\b|richtig\w{0,2}\b|✓|✔|✅|☑)"
    r"(?!\s(?:if|unless|answer\sif))",
    re.IGNORECASE,
)
_CUE = re.compile(
    rf"\b(?:choose|chose|pick|select(?:ed)?|guess|go\swith|going\swith|opt\sfor|say|believe|think|lean(?:ing)?\stowards?|leav(?:es|ing)|so|therefore|thus|hence|it['’]?s"
    rf"|it\sis|(?:must|should|has\sto|would)\sbe|actually|no|correction|because.{{0,60}}:|also|donc|{NOUN}\s(?:is|was|ist))\b"
    r"|[=-]>|⇒|→|选|選|:\s?$",
    re.IGNORECASE,
)
_HYPOTHETICAL = re.compile(
    r"\b(?:if|unless|would\shave|tempting|i\s(?:first\s|initially\s)?thought|going\sto\ssay|at\sfirst|second\sbest)\b",
    re.IGNORECASE,
)
_REASON = re.compile(r"\b(?:because|since|as\s(?:the|it|[A-Z])|denn|weil|car)\b", re.IGNORECASE)
_CLAUSE_END = re.compile(
    r"(?P<end>[.;!?\n]+(?=\s|$)|\n)|,\s?(?=(?:so|but|it|which|that|therefore|hence|thus|sondern|mais|sino|не)\b)"
    r"|\s(?=(?:but|sondern|mais|sino|therefore|so)\s)",
    re.IGNORECASE,
)
_CHECKED = re.compile(r"^\s{0,8}(?:[-*]\s)?\[\s?(?P<mark>[xX✓ ]?)\s?\]\s", re.MULTILINE)
_UNKNOWN_LETTER = re.compile(r"\W{0,6}(?:is|are)?\W{0,6}[A-Z](?![^\W_])")
_LEADING = re.compile(r"\s{0,8}(?:[-*]\s)?[(\[]?(?P<letter>[A-Za-z])(?:[).:\]]|\s-)\s")
_FILLER = re.compile(
    r"(?:and|or|und|oder|et|ou|y|e|o|the|a|an|both|either|not|nicht|rather|than|instead|of|is|it|hmm|sure|so|but|no|yes"
    r"|probably|maybe|perhaps|definitely|clearly|surely|possibly|i\s(?:think|guess|believe)|[\W_])*",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\((?!\s?(?:or|and|maybe|also)\b)[^()\n]{2,300}\)", re.IGNORECASE)
_CONTRAST = re.compile(r"\s?(?:but|sondern|mais|sino)\b", re.IGNORECASE)
_JOINED = re.compile(r"[\s)(]*(?:and|or|und|oder|et|ou|y|&|/|,)?[\s)(]*", re.IGNORECASE)
_LEADING_WITHIN = 10
_LED_BY_LETTER = re.compile(r"^(\s{0,8}[A-Za-z])\.(?=\s(?!hmm|wait|actually|no\b)\S)", re.MULTILINE | re.IGNORECASE)


def find_choice(text: str, choices: Mapping[str, str]) -> str | None:
    """The letter of the choice that the text settles on; `None` if it names none or several.

    `choices` maps letters to texts, which may be empty.
    """
    reader = _Reader(choices)
    plain = simplify(text).strip()
    if not plain:
        return None
    same = reader.list_same(plain)
    if len(same) == 1:
        return same[0]
    statement = find_statement(plain)
    if statement is None:
        return None
    if statement.marked:
        said = reader.read_statement(statement.text, statement.revision)
        if said.settled:
            return said.letter
    return reader.read_text(plain)


@dataclass(frozen=True, slots=True)
class _Said:
    settled: bool
    letter: str | None = None


@dataclass(frozen=True, slots=True)
class _Clause:
    text: str
    asks: bool


class _Reader:
    def __init__(self, choices: Mapping[str, str]) -> None:
        self._choices = {letter: simplify(text) for letter, text in choices.items()}

    def list_same(self, text: str) -> list[str]:
        """Choices whose text is the whole answer."""
        return [letter for letter, choice in self._choices.items() if choice and is_same_text(choice, text)]

    def read_statement(self, text: str, revision: str) -> _Said:
        """What an announced answer says; not settled if it only says what is wrong."""
        for said in (revision, text):
            for sentence in list_sentences(said.replace("\n", ". ")) if said else ():
                found = self._read_sentence(sentence)
                if found.settled:
                    return found
        return _Said(settled=_UNKNOWN_LETTER.match(text) is not None)

    def _read_sentence(self, sentence: str) -> _Said:
        bare = _ASIDE.sub(" ", sentence)
        sentence = self._cut_reason(bare if find_mentions(bare, self._choices) else sentence)
        letters: set[str] = set()
        for clause in _list_clauses(sentence):
            claimed = {one.letter for one in self._list_claimed(clause.text)}
            letters = claimed if claimed and _CONTRAST.match(clause.text) else letters | claimed
        return _Said(bool(letters), _only(letters))

    def _cut_reason(self, text: str) -> str:
        reason = _REASON.search(text)
        if reason is not None and find_mentions(text[: reason.start()], self._choices):
            return text[: reason.start()]
        return text

    def _list_claimed(self, clause: str) -> Iterator[Mention]:
        for one in find_mentions(clause, self._choices):
            if not _NEGATION.search(clause, max(0, one.start - NEGATED_WITHIN), one.start) and not _FALSE.match(
                clause, one.end
            ):
                yield one

    def read_text(self, text: str) -> str | None:
        """The last clause that claims a choice, or else the only choice that the text mentions."""
        checked = self._read_checklist(text)
        if checked is not None:
            return checked.letter
        lines = list_lines(_LED_BY_LETTER.sub(r"\1)", text))
        listed = self._find_list(lines)
        rest = "\n".join(line for at, line in enumerate(lines) if at not in listed)
        for clause in reversed(list(_list_clauses(rest))):
            claims = self._read_claim(clause)
            if claims:
                return _only(claims)
        if listed:
            return _only({letter for at, letter in listed.items() if _says_right(lines[at])})
        if lines and _LEADING.match(lines[0]):
            led = [one.letter for one in self._list_claimed(lines[0]) if one.start <= _LEADING_WITHIN]
            return led[0] if led else None
        return _only({one.letter for one in self._list_claimed_everywhere(rest) if one.firm})

    def _list_claimed_everywhere(self, text: str) -> Iterator[Mention]:
        for clause in _list_clauses(text):
            if not clause.asks:
                yield from self._list_claimed(clause.text)

    def _find_list(self, lines: Sequence[str]) -> dict[int, str]:
        """Lines that repeat the choices: several that begin with different letters."""
        found = {at: match["letter"].upper() for at, line in enumerate(lines) if (match := _LEADING.match(line))}
        found = {at: letter for at, letter in found.items() if letter in self._choices}
        if 0 in found and found[0] != next(iter(self._choices)) and list(found.values()).count(found[0]) == 1:
            del found[0]  # "B) Paris", and then what the others are
        return found if len(set(found.values())) > 1 or (found and 0 not in found and _LEADING.match(lines[0])) else {}

    def _read_checklist(self, text: str) -> _Said | None:
        checked = list(_CHECKED.finditer(text))
        if len(checked) < 2:  # noqa: PLR2004 - one box is no list
            return None
        marked = [text[one.end() :].split("\n", 1)[0] for one in checked if one["mark"].strip()]
        return _Said(True, _only({one.letter for line in marked for one in find_mentions(line, self._choices)}))

    def _read_claim(self, clause: _Clause) -> set[str]:
        """The letters that a clause claims to be the answer."""
        text = self._cut_reason(clause.text)
        mentions = list(self._list_claimed(text))
        if not mentions or clause.asks or _HYPOTHETICAL.search(text):
            return set()
        praised = self._find_praised(text, mentions)
        if praised:
            return praised
        if _CUE.search(text, 0, mentions[0].start) or self._is_alone(text):
            return {one.letter for one in mentions}
        return set()

    def _find_praised(self, text: str, mentions: Sequence[Mention]) -> set[str]:
        """Those of "B is correct", or of "both B and D are correct"."""
        at = next((at for at, one in enumerate(mentions) if _TRUE.match(text, one.end)), None)
        if at is None:
            return set()
        found = {mentions[at].letter}
        if re.match(r"\W*(?:is|fits|works|matches|looks|seems)\b", text[mentions[at].end :]):
            return found
        for before, one in reversed(list(pairwise(mentions[: at + 1]))):
            if not _JOINED.fullmatch(text, before.end, one.start):
                break
            found.add(before.letter)
        return found

    def _is_alone(self, text: str) -> bool:
        """Does the clause consist of mentions and nothing else?"""
        end = 0
        for one in find_mentions(text, self._choices):
            if not _FILLER.fullmatch(text, end, one.start):
                return False
            end = one.end
        return end > 0 and _FILLER.fullmatch(text, end) is not None


def _only(letters: set[str]) -> str | None:
    return next(iter(letters)) if len(letters) == 1 else None


def _list_clauses(text: str) -> Iterator[_Clause]:
    start = 0
    for end in _CLAUSE_END.finditer(text):
        if text[start : end.start()].strip() and end.start() - start <= LONGEST_CLAUSE:
            yield _Clause(text[start : end.start()], asks="?" in (end["end"] or ""))
        start = end.end()
    if text[start:].strip() and len(text) - start <= LONGEST_CLAUSE:
        yield _Clause(text[start:], asks=False)


def _says_right(line: str) -> bool:
    tail = line[-40:]
    return re.search(r"[-–—:(,]\s?(?:yes|correct|true|right|richtig)\b|[✓✔✅☑]", tail, re.IGNORECASE) is not None
