"""The queries of a vote: as SQL, in as few statements as possible (decision 0043)."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from llmbattler.accounts.service.visitors import IS_DEACTIVATED
from llmbattler.catalog.service import MODEL_NAMES, ModelLabel, ModelName, read_label
from llmbattler.core.db import Session, run_statement
from llmbattler.core.live import ANNOUNCE, Changed, write_announcement
from llmbattler.generation.named_questions.service import HAS_ASKED, hash_question, write_asked
from llmbattler.ratings.service.reveals import REVEALED, RevealedRow

from ..conversation import Entry, decode_entries
from ..models import VoteMode

SHORTEST_QUESTION = 40
"""Later messages that are shorter ("Explain that in more detail.") are sent in many conversations."""

# First the battle, then the owner, then the address: whoever takes several of these locks takes them in this order.
_LOCK_BATTLE = f"""
WITH locked AS MATERIALIZED (
    SELECT mode, left_model_id, right_model_id, status, flags, prompt_hash, turns,
           (pace -> -1 -> -1 ->> 0)::float8 AS streamed, completed_at, created_at, now() AS now, conversation::text,
           hashtextextended(%(account)s, 7) AS owner_lock, hashtextextended(%(address)s, 7) AS address_lock
    FROM battles
    WHERE battle_id = %(battle)s AND owner = %(account)s AND EXISTS (
        SELECT 1 FROM sessions WHERE sessions.session_id = battles.session_id AND deleted_at IS NULL)
    FOR UPDATE)
SELECT blocked, locked.*, pg_advisory_xact_lock(owner_lock), pg_advisory_xact_lock(address_lock)
FROM (SELECT {IS_DEACTIVATED} AS blocked) AS voter LEFT JOIN locked ON true
"""  # noqa: S608 - constants only
_FIND_FACTS = f"""
SELECT EXISTS (SELECT 1 FROM exclusions WHERE voter = %(voter)s),
       EXISTS (
           SELECT 1 FROM votes
           WHERE voter = %(voter)s AND prompt_hash = %(prompt)s AND mode = %(mode)s
             AND (%(mode)s <> 'usage' OR left_model_id = ANY (%(models)s) AND right_model_id = ANY (%(models)s))),
       {HAS_ASKED},
       (SELECT count(*) FROM votes
        WHERE address = %(address)s AND created_at >= date_trunc('day', now(), 'UTC') AND counted),
       revealed.*, named.*
FROM ({REVEALED}) AS revealed LEFT JOIN ({MODEL_NAMES}) AS named ON named.model_id = revealed.model_id
"""  # noqa: S608 - constants only
_ADD_VOTE = f"""
WITH closed AS (
    UPDATE battles SET status = 'voted', updated_at = now() WHERE battle_id = %(battle)s
    RETURNING session_id, left_model_id, right_model_id, categories, language, turns, prompt_hash
), added AS (
    INSERT INTO votes (
        vote_id, battle_id, session_id, voter, vote, reasons, comment, left_model_id, right_model_id, mode, categories,
        language, turns, counted, flags, would_count, address, network, prompt_hash, shown)
    SELECT %(vote_id)s, %(battle)s, session_id, %(voter)s, %(vote)s, %(reasons)s, %(comment)s, left_model_id,
           right_model_id, %(mode)s, categories, language, turns, %(counted)s, %(flags)s, %(would_count)s, %(address)s,
           %(network)s, prompt_hash, %(shown)s::jsonb
    FROM closed)
{ANNOUNCE}
"""  # noqa: S608 - constants only


_NAMES = 5 + len(fields(RevealedRow))
"""The first column of names."""


@dataclass(frozen=True, slots=True)
class LockedBattle:
    """A battle that is voted on, locked with its owner."""

    battle_id: UUID
    mode: str
    left_model_id: str
    right_model_id: str | None
    status: str
    flags: Sequence[str]
    prompt_hash: str
    turns: int
    streamed_ms: float
    """How long the answers of the last turn were shown while they were written."""
    completed_at: datetime | None
    created_at: datetime
    now: datetime
    """The time of the transaction."""
    entries: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class LockedVoter:
    """A voter, locked with the battle if it is theirs."""

    blocked: bool
    battle: LockedBattle | None


async def lock_battle(session: Session, battle_id: UUID, owner: str, address: str | None = None) -> LockedVoter:
    """Lock the battle, its owner and, if given, an address whose votes are limited.

    Excluding a voter takes the lock of the owner too, so that no vote is missed.
    """
    given = {"battle": battle_id, "account": owner, "address": address}
    [[blocked, mode, *columns]] = await run_statement(session, _LOCK_BATTLE, given)
    if mode is None:
        return LockedVoter(blocked, None)
    left, right, status, flags, prompt_hash, turns, streamed, completed_at, created_at, now, conversation = columns[:-4]
    entries = decode_entries(conversation)
    facts = (left, right, status, flags, prompt_hash, turns, streamed or 0.0, completed_at, created_at, now, entries)
    return LockedVoter(blocked, LockedBattle(battle_id, mode, *facts))


@dataclass(frozen=True, slots=True)
class VoterFacts:
    excluded: bool
    voted_before: bool
    """On this prompt in this mode; where the voter had seen an answer, only on the same two contestants."""
    asked_by_name: bool
    votes_today: int
    """From this address, that count."""
    revealed: dict[str, RevealedRow]
    labels: list[ModelLabel]
    """Of those contestants that are models of the catalog."""


async def find_voter_facts(
    session: Session, voter: str, battle: LockedBattle, mode: VoteMode, *, asked_since: datetime, address: str | None
) -> VoterFacts:
    """Read after the locks were taken, in a statement of its own, so that concurrent votes see each other."""
    given = {
        "voter": voter,
        "prompt": battle.prompt_hash,
        "mode": mode.value,
        "models": [battle.left_model_id, battle.right_model_id],
        "address": address,
        **write_asked(owner=voter, question_hashes=_hash_prompts(battle), since=asked_since),
    }
    rows = await run_statement(session, _FIND_FACTS, given)
    excluded, voted_before, asked, today = rows[0][:4]
    revealed = {row[4]: RevealedRow(*row[5:_NAMES]) for row in rows}
    labels = [read_label(ModelName._make(row[_NAMES:])) for row in rows if row[_NAMES] is not None]
    return VoterFacts(excluded, voted_before, asked, today, revealed, labels)


def _hash_prompts(battle: LockedBattle) -> list[str]:
    later = [entry.content for entry in battle.entries if entry.role == "user" and entry.turn > 1]
    return [battle.prompt_hash, *(hash_question(text) for text in later if len(text) >= SHORTEST_QUESTION)]


class NewVote(msgspec.Struct, frozen=True):
    """A vote that is stored with the facts of its battle."""

    vote_id: UUID
    battle: UUID
    voter: str
    vote: str
    reasons: list[str]
    comment: str | None
    mode: str
    counted: bool
    flags: list[str]
    would_count: bool | None
    address: str | None
    network: str | None
    shown: dict[str, Any]
    """The ratings that are shown with the reveal."""


async def add_vote(session: Session, vote: NewVote, *events: Changed) -> None:
    """Add the vote, close its battle and announce it."""
    values = msgspec.structs.asdict(vote)
    values["shown"] = msgspec.json.encode(vote.shown).decode()
    await run_statement(session, _ADD_VOTE, {**values, **write_announcement(*events)})
