"""Writes generated battles as the file that `llmbattler battles import` reads."""

from collections.abc import Iterator, Sequence

from llmbattler.arena.battle_files.records import BattleLine, BattlePart, SessionPart, SharePart, VotePart, write_line
from llmbattler.arena.conversation import make_title
from llmbattler.arena.models import Flag, VoteMode
from llmbattler.generation.named_questions.service import hash_question

from .battles import DemoBattle


def write_battles(battles: Sequence[DemoBattle]) -> bytes:
    return b"".join(map(write_line, _list_lines(battles)))


def _list_lines(battles: Sequence[DemoBattle]) -> Iterator[BattleLine]:
    last = {one.session_id: one.voted_at for one in battles}
    begun: dict[object, SessionPart] = {}
    for one in battles:
        if one.starts_session:
            begun[one.session_id] = SessionPart(
                session_id=one.session_id,
                owner=one.owner,
                title=make_title(one.prompt),
                created_at=one.created_at,
                last_active_at=last[one.session_id],
            )
        share = SharePart(token=one.share_token, created_at=one.voted_at) if one.share_token else None
        vote = _vote(one) if one.vote else None
        yield BattleLine(session=begun[one.session_id], battle=_battle(one), vote=vote, share=share)


def _battle(one: DemoBattle) -> BattlePart:
    left, right = one.models
    return BattlePart(
        battle_id=one.battle_id,
        mode=one.mode,
        left_model_id=left,
        right_model_id=right,
        status=one.status,
        void_reason=one.void_reason,
        conversation=list(one.entries),
        categories=list(one.categories),
        corrected=False,
        language=one.language,
        flags=[],
        prompt_hash=hash_question(one.prompt),
        turns=one.turns,
        attempt=0,
        pace=[[list(tick) for tick in ticks] for ticks in one.pace],
        sampling_probability=one.probability,
        completed_at=one.completed_at if one.turns else None,
        created_at=one.created_at,
        updated_at=one.voted_at,
    )


def _vote(one: DemoBattle) -> VotePart:
    left, right = one.models
    return VotePart(
        vote_id=one.vote_id,
        battle_id=one.battle_id,
        session_id=one.session_id,
        voter=one.owner,
        vote=one.vote,
        reasons=list(one.reasons),
        comment=one.comment,
        left_model_id=left,
        right_model_id=right,
        mode=VoteMode(one.mode.value),
        categories=list(one.categories),
        language=one.language,
        turns=one.turns,
        counted=True,
        flags=[Flag.TOO_FAST] if one.too_fast else [],
        prompt_hash=hash_question(one.prompt),
        created_at=one.voted_at,
    )
