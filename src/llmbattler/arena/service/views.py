"""Converts rows to responses. Before the vote they contain positions and texts only."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from llmbattler.connectors.errors import explain_kind
from llmbattler.core.money import MICRO
from llmbattler.generation.contestants.service import Description
from llmbattler.ratings.schemas import RevealedRatingOut

from .. import limits
from ..conversation import Entry, count_messages, find_answer, latest, read_entries
from ..failure_messages import explain_failure
from ..models import Battle, Flag, Mode, Position, Status, VoidReason, Vote, VoteWord
from ..schemas import (
    BattleOut,
    BothDetailsOut,
    DetailsOut,
    ImageRef,
    MessageOut,
    SharedBattleOut,
    SideFailureOut,
    SideFailuresOut,
    SidesOut,
    StoredVoteOut,
)


def is_revealed(battle: Battle) -> bool:
    """Return whether names may be shown: after the vote, and in modes in which the person chose the models."""
    return battle.mode != Mode.BATTLE or battle.status == Status.VOTED


def show_battle(
    battle: Battle,
    *,
    vote: Vote | None,
    contestants: Mapping[str, Description],
    share_token: str | None,
    answering: bool,
    with_reports: bool = False,
) -> BattleOut:
    entries = read_entries(battle.conversation)
    revealed = is_revealed(battle)
    return BattleOut(
        battle_id=battle.battle_id,
        session_id=battle.session_id,
        mode=Mode(battle.mode),
        status=Status(battle.status),
        created_at=battle.created_at,
        categories=battle.categories,
        language=battle.language,
        messages=show_messages(entries, image_base="/api/images"),
        vote=show_vote(vote),
        revealed_models=show_sides(battle, contestants) if revealed else None,
        details=show_details(battle, entries, contestants, vote.shown if vote else {}) if revealed else None,
        can_vote=battle.status == Status.OPEN and battle.mode != Mode.DIRECT and battle.turns > 0,
        answering=answering,
        seen_before=Flag.SEEN_BEFORE in battle.flags,
        message_count=count_messages(entries),
        max_messages=limits.TURNS,
        void_message=explain_last_turn(battle, entries),
        failures=show_failures(battle, with_reports=with_reports),
        share_path=f"/s/{share_token}" if share_token else None,
    )


def show_shared(
    battle: Battle, *, title: str, vote: Vote | None, contestants: Mapping[str, Description], token: str
) -> SharedBattleOut:
    entries = read_entries(battle.conversation)
    revealed = is_revealed(battle)
    return SharedBattleOut(
        title=title,
        mode=Mode(battle.mode),
        status=Status(battle.status),
        created_at=battle.created_at,
        messages=show_messages(entries, image_base=f"/api/shared/{token}/images"),
        vote=show_vote(vote),
        revealed_models=show_sides(battle, contestants) if revealed else None,
        details=show_details(battle, entries, contestants, vote.shown if vote else {}) if revealed else None,
    )


def show_messages(entries: Sequence[Entry], *, image_base: str) -> list[MessageOut]:
    return [
        MessageOut(
            message_id=entry.id,
            role=entry.role,
            turn=entry.turn,
            text=entry.content,
            position=entry.position,
            images=[ImageRef(image_id=image, url=f"{image_base}/{image}") for image in entry.images],
        )
        for entry in latest(entries)
    ]


def show_vote(vote: Vote | None) -> StoredVoteOut | None:
    if vote is None:
        return None
    created: datetime = vote.created_at
    return StoredVoteOut(vote=VoteWord(vote.vote), reasons=vote.reasons, comment=vote.comment, created_at=created)


class Pair(Protocol):
    """A battle, or what is known of it while it is voted on."""

    @property
    def left_model_id(self) -> str: ...
    @property
    def right_model_id(self) -> str | None: ...


def show_sides(battle: Pair, contestants: Mapping[str, Description]) -> SidesOut:
    right = battle.right_model_id
    return SidesOut(
        left=_name(battle.left_model_id, contestants), right=None if right is None else _name(right, contestants)
    )


def _name(contestant_id: str, contestants: Mapping[str, Description]) -> str:
    return contestants[contestant_id].name


def show_details(
    battle: Pair,
    entries: Sequence[Entry],
    contestants: Mapping[str, Description],
    ratings: Mapping[str, Mapping[str, Any]],
) -> BothDetailsOut:
    """Show the facts about both sides, with the ratings that were shown with the reveal."""
    right = battle.right_model_id
    out = BothDetailsOut(
        left=_details(battle.left_model_id, Position.LEFT, entries, contestants),
        right=None if right is None else _details(right, Position.RIGHT, entries, contestants),
    )
    for side, rating in ratings.items():
        getattr(out, side).rating = RevealedRatingOut(**rating)
    return out


def _details(
    contestant_id: str, position: Position, entries: Sequence[Entry], contestants: Mapping[str, Description]
) -> DetailsOut:
    facts = [entry.facts for entry in latest(entries) if entry.position is position and entry.facts is not None]
    last = facts[-1] if facts else None
    contestant = contestants[contestant_id]
    costs = [fact.cost_micro_usd for fact in facts]
    tokens = [fact.output_tokens for fact in facts if fact.output_tokens is not None]
    return DetailsOut(
        model_id=contestant_id,
        model_name=contestant.name,
        organization=contestant.organization,
        license=contestant.license,
        latency_ms=last.latency_ms if last else None,
        first_token_ms=last.first_token_ms if last else None,
        output_tokens=sum(tokens) if tokens else None,
        cost_usd=_dollars(costs),
        finish=last.finish if last else None,
    )


def _dollars(costs: Sequence[int | None]) -> float | None:
    known = [cost for cost in costs if cost is not None]
    return sum(known) / MICRO if known and len(known) == len(costs) else None


def show_failures(battle: Battle, *, with_reports: bool) -> SideFailuresOut | None:
    """Show why sides have no answer. Where names were hidden, nothing is known of the sides."""
    if battle.mode == Mode.BATTLE or not battle.failures:
        return None
    shown = {
        side: SideFailureOut(
            kind=found["kind"],
            message=explain_kind(found["kind"]),
            report=(found["report"] or None) if with_reports else None,
        )
        for side, found in battle.failures.items()
    }
    return SideFailuresOut(**shown)


def explain_last_turn(battle: Battle, entries: Sequence[Entry]) -> str | None:
    """Return why the last turn has no answer; `None` if it has one."""
    status = Status(battle.status)
    if battle.void_reason is None and status is not Status.VOID:
        return None
    turn = max(entry.turn for entry in entries)
    answered = [find_answer(entries, turn=turn, position=side) is not None for side in Position]
    half = battle.right_model_id is not None and sum(answered) == 1
    return explain_failure(VoidReason(battle.void_reason or VoidReason.FAILED), Mode(battle.mode), status, half=half)
