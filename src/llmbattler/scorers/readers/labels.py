"""Words that announce an answer, in many languages."""

import re

_ANSWERS = (
    # Latin script
    "answers? ans antwort(?:en)? richtig réponse reponse respuesta risposta resposta antwoord odpowied[źz] "
    "svar(?:et)? vastaus cevap yanıt jawaban odpov[ěe][ďd] válasz răspuns(?:ul)? jibu odgovor atbilde atsakymas vastus "
    # Vietnamese, Greek, Cyrillic
    "đáp_án trả_lời câu_trả_lời απάντηση ответ відповідь отговор одговор адказ"
)
_UNSPACED = (
    # Scripts in which words are not separated, or carry endings: found anywhere.
    "答案 答复 答え 回答 解答 正解 故选 정답 답 คำตอบ উত্তর సమాధానం பதில் விடை ഉത്തരം ಉತ್ತರ જવાબ ਜਵਾਬ उत्तर जवाब "
    "الإجابة الاجابة الجواب پاسخ جواب תשובה"
)
_RESULTS = (
    "result solution output ergebnis endergebnis lösung résultat resultado risultato soluzione solución solução "
    "resultaat wynik resultat tulos sonuç hasil výsledek результат итого kết_quả αποτέλεσμα total"
)
_COPULAS = (
    "is are was be equals ist lautet beträgt wäre sind est sont es son è sono é são är er jest adalah ialah là "
    "este je να είναι είναι это этo равен равно"
)
_UNSPACED_COPULAS = "是 为 為 は 은 는 이 هو هي है হল হলো คือ :"


def _alternatives(words: str) -> str:
    return "|".join(word.replace("_", r"\s") for word in words.split())


_NOT_IN_WORD = r"(?<![^\W_])"
_NO_LETTER = r"(?![^\W_])"
_QUALIFIED = r"(?:\s?\([^()\n]{0,30}\))?[\"'’*]{0,3}"
ANSWER_LABEL = rf"(?:{_NOT_IN_WORD}(?:{_alternatives(_ANSWERS)}){_NO_LETTER}|(?:{_alternatives(_UNSPACED)}))"
_RESULT_LABEL = rf"{_NOT_IN_WORD}(?:{_alternatives(_RESULTS)}){_NO_LETTER}"
_COPULA = rf"(?:{_NOT_IN_WORD}(?:{_alternatives(_COPULAS)}){_NO_LETTER}|(?:{_alternatives(_UNSPACED_COPULAS)}))"
_SEPARATOR = r"\s{0,3}(?::|=(?!=)|->|⇒|→|—|-\s)"

COLON = re.compile(
    rf"(?:{ANSWER_LABEL}|^\s{{0,8}}A(?=\s?:)){_QUALIFIED}{_SEPARATOR}[ \t]{{0,3}}|^[ \t]{{0,8}}####[ \t]{{0,3}}",
    re.IGNORECASE | re.MULTILINE,
)
"""A label with a colon: "Answer:", "Antwort =", "#### "."""
RESULT = re.compile(
    rf"(?:^|(?<=[.!?]\s)|(?<=\*)){_RESULT_LABEL}{_QUALIFIED}{_SEPARATOR}[ \t]{{0,3}}", re.IGNORECASE | re.MULTILINE
)
"""A word such as "Total:" or "Solution:", which also stands before intermediate results."""
HEADING = re.compile(
    rf"^[\s#]{{0,8}}(?:the\s)?(?:final\s|correct\s)?{ANSWER_LABEL}[ \t]{{0,8}}$", re.IGNORECASE | re.MULTILINE
)
"""A line with nothing but the label."""
SENTENCE = re.compile(
    rf"{ANSWER_LABEL}{_QUALIFIED}(?=[^.!?\n:;,]{{0,30}}?{_COPULA}|\s?[$€£¥₹]?\s?-?\d|\s?\(?[A-Z]\)?(?![^\W_]))",
    re.IGNORECASE,
)
"""A label in a sentence: "the answer is", "die Antwort lautet"."""
BEFORE = re.compile(
    r"(?P<said>[^\n.!?:;,]{1,60})\s(?:is|would\sbe|must\sbe)\s(?:the|my)\s(?:(?:correct|right|final|best)\s)?answer\b",
    re.IGNORECASE,
)
"""What stands before "is the answer"."""
LEADING_COPULA = re.compile(rf"^[\s\"']{{0,3}}{_COPULA}\s{{0,3}}:?\s{{0,3}}", re.IGNORECASE)
