"""Exports a session as Markdown. Names that the page hides are hidden here, too. Pure."""

import re

from ..models import Position, VoteWord
from ..schemas import BattleOut, MessageOut, StoredVoteOut, WholeSessionOut

_WORDS = {
    VoteWord.LEFT_BETTER: "A is better",
    VoteWord.TIE: "tie",
    VoteWord.BOTH_BAD: "both are bad",
    VoteWord.RIGHT_BETTER: "B is better",
}

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")


def to_markdown(session: WholeSessionOut) -> str:
    parts = [f"# {session.title}", f"*{session.created_at:%Y-%m-%d %H:%M} UTC*"]
    for number, battle in enumerate(session.battles, start=1):
        parts.append(f"## Battle {number}")
        parts.extend(_message(battle, message) for message in battle.messages)
        if battle.void_message is not None:
            parts.append(f"*{battle.void_message}*")
        if battle.vote is not None:
            parts.append(_vote(battle.vote))
    return "\n\n".join(parts) + "\n"


def _message(battle: BattleOut, message: MessageOut) -> str:
    if message.role == "user":
        number = len(message.images)
        sent = f"\n\n*With {number} image{'s' if number > 1 else ''}*" if number else ""
        return f"### You\n\n{_closed(message.text)}{sent}"
    return f"### {_speaker(battle, message.position)}\n\n{_closed(message.text)}"


def _closed(text: str) -> str:
    """Close a code block that the text left open. Otherwise everything after it would be code, too."""
    fence = ""
    for line in text.splitlines():
        found = _FENCE.match(line)
        if found is None:
            continue
        if not fence:
            # A fence of backticks with another backtick on its line is inline code.
            fence = "" if found[1][0] in found[2] and found[1][0] == "`" else found[1]
        elif found[1].startswith(fence) and not found[2].strip():
            fence = ""
    return f"{text}\n{fence}" if fence else text


def _vote(vote: StoredVoteOut) -> str:
    said = [f"**Vote:** {_WORDS[vote.vote]}"]
    if vote.reasons:
        said.append(", ".join(reason.replace("_", " ") for reason in vote.reasons))
    if vote.comment:
        said.append("\n".join(f"> {line}" for line in vote.comment.splitlines()))
    return "\n\n".join(said)


def _speaker(battle: BattleOut, position: Position | None) -> str:
    letter = "A" if position is Position.LEFT else "B"
    if battle.revealed_models is None:
        return f"Assistant {letter}"
    name = battle.revealed_models.left if position is Position.LEFT else battle.revealed_models.right
    return f"{name} ({letter})" if battle.revealed_models.right is not None else str(name)
