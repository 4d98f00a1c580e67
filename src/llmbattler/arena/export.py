"""A session as a file to keep. Pure: what is blind on the page is blind here."""

from .models import Position, VoteWord
from .schemas import BattleOut, MessageOut, WholeSessionOut

_WORDS = {
    VoteWord.LEFT_BETTER: "A is better",
    VoteWord.TIE: "tie",
    VoteWord.BOTH_BAD: "both are bad",
    VoteWord.RIGHT_BETTER: "B is better",
}


def to_markdown(session: WholeSessionOut) -> str:
    parts = [f"# {session.title}", f"*{session.created_at:%Y-%m-%d %H:%M} UTC*"]
    for number, battle in enumerate(session.battles, start=1):
        parts.append(f"## Battle {number}")
        parts.extend(_message(battle, message) for message in battle.messages)
        if battle.vote is not None:
            parts.append(f"**Vote:** {_WORDS[battle.vote.vote]}")
    return "\n\n".join(parts) + "\n"


def _message(battle: BattleOut, message: MessageOut) -> str:
    if message.role == "user":
        return f"### You\n\n{message.text}"
    return f"### {_speaker(battle, message.position)}\n\n{message.text}"


def _speaker(battle: BattleOut, position: Position | None) -> str:
    letter = "A" if position is Position.LEFT else "B"
    if battle.revealed_models is None:
        return f"Assistant {letter}"
    name = battle.revealed_models.left if position is Position.LEFT else battle.revealed_models.right
    return f"{name} ({letter})" if battle.revealed_models.right is not None else str(name)
