"""Examining voters against everybody else. Pure; slow enough for a thread of its own."""

import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

import numpy as np

from llmbattler.ratings.service import Outcome

from ..models import VoteWord
from ..suggestions import SUGGESTED_HASHES
from ..vote_rules import OUTCOMES, Flag
from .evidence import Evidence, draw
from .expectation import Ballots, Expectation
from .signals import Signal, SignalKind, TimedVote, notice
from .suspicion import FEWEST_VOTES, LEVEL, Verdict, judge

_SAW_NAMES = frozenset({Flag.IDENTITY_LEAK, Flag.IDENTITY_PROBE, Flag.NAMED_BEFORE})
"""Whoever knew the models is not measured against those who did not."""

_NEEDS_VERDICT = frozenset({SignalKind.CROWD_BURST})
"""Signals that say nothing unless a test does too."""


class ReviewedVote(NamedTuple):
    """A blind vote; the names are those of the columns."""

    voter: str
    vote: str
    left_model_id: str
    right_model_id: str
    counted: bool
    processing_status: str
    flags: list[str]
    prompt_hash: str
    created_at: datetime


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """A voter, or several who may be one, whom a person should look at."""

    voters: tuple[str, ...]
    votes: int
    p_likelihood: float
    p_model: float
    target: str | None
    signals: tuple[Signal, ...]
    evidence: Evidence
    cast: tuple[ReviewedVote, ...] = field(repr=False)


def examine_group(
    expectation: Expectation,
    members: Sequence[str],
    votes: Sequence[ReviewedVote],
    *,
    busy: float,
    near_excluded: bool = False,
) -> list[Finding]:
    """Examine each voter of a group alone, and then those who passed together.

    One liar must not take others along; but where even the others fail, all are one.
    """
    by_voter: dict[str, list[ReviewedVote]] = {member: [] for member in members}
    for vote in votes:
        by_voter[vote.voter].append(vote)
    found = []
    for member, own in by_voter.items():
        finding = examine(expectation, own, busy=busy, near_excluded=near_excluded)
        if finding is not None:
            found.append(replace(finding, voters=(member,)))
    caught = {finding.voters[0] for finding in found}
    rest = [vote for vote in votes if vote.voter not in caught]
    if len({vote.voter for vote in rest}) < 2 or examine(expectation, rest, busy=busy) is None:  # noqa: PLR2004 - two
        return found
    together = examine(expectation, votes, busy=busy, near_excluded=near_excluded)
    return found if together is None else [together]


def examine(
    expectation: Expectation, votes: Sequence[ReviewedVote], *, busy: float, near_excluded: bool = False
) -> Finding | None:
    """Test these votes as those of one person, who has no say in what is expected of them."""
    if len(votes) < FEWEST_VOTES:
        return None
    signals = notice([_timed(vote) for vote in votes], busy=busy)
    if near_excluded:
        signals.append(Signal(SignalKind.LINKED_TO_EXCLUDED, len(votes), 1.0))
    trial = _try(expectation, votes)
    if not signals and not trial.verdict.suspicious:
        return None
    return _report(votes, trial, signals)


def examine_crowd(expectation: Expectation, votes: Sequence[ReviewedVote], *, usual: float) -> Finding | None:
    """Test a burst from a large network as one. A class that votes in its lesson passes; a herd does not."""
    if len(votes) < FEWEST_VOTES:
        return None
    trial = _try(expectation, votes)
    if not trial.verdict.suspicious:
        return None
    burst = Signal(SignalKind.CROWD_BURST, len(votes), len(votes) / max(usual, 1.0), votes[0].created_at)
    return _report(votes, trial, [burst])


def reconsider(expectation: Expectation, findings: Sequence[Finding]) -> list[Finding]:
    """Look at each suspect again without the votes of all other suspects.

    Liars bend the board, and next to a bent board honest people look wrong.
    """
    kept = []
    for finding in findings:
        others = expectation.place([_cast(vote) for vote in _list_others(findings, finding) if _is_on_board(vote)])
        straight = expectation.without(others)
        if straight.total < expectation.total / 2:
            return list(findings)  # where most votes are suspected, nobody knows whom to believe
        trial = _try(straight, finding.cast)
        if trial.verdict.suspicious or any(signal.kind not in _NEEDS_VERDICT for signal in finding.signals):
            again = _report(finding.cast, trial, finding.signals)
            kept.append(replace(again, voters=finding.voters))
    return kept


def _list_others(findings: Sequence[Finding], finding: Finding) -> list[ReviewedVote]:
    """The votes of other suspects, each voter once, though several findings may name them."""
    found: dict[str, list[ReviewedVote]] = {}
    for other in findings:
        own: dict[str, list[ReviewedVote]] = {}
        for vote in other.cast:
            own.setdefault(vote.voter, []).append(vote)
        for voter, votes in own.items():
            found[voter] = max(found.get(voter, []), votes, key=len)
    return [vote for voter, votes in found.items() if voter not in finding.voters for vote in votes]


class _Trial(NamedTuple):
    expectation: Expectation
    ballots: Ballots
    verdict: Verdict
    chance: np.random.Generator


def _try(expectation: Expectation, votes: Sequence[ReviewedVote]) -> _Trial:
    # The same votes are judged the same way each time they are looked at.
    chance = np.random.default_rng(zlib.crc32("\n".join(_voters(votes)).encode()))
    counted = expectation.place([_cast(vote) for vote in votes if _is_on_board(vote)])
    others = expectation.without(counted)
    blind = [vote for vote in votes if _is_readable(vote) and not _SAW_NAMES & set(vote.flags)]
    ballots = others.place([_cast(vote) for vote in blind])
    return _Trial(others, ballots, judge(others, ballots, chance), chance)


def _report(votes: Sequence[ReviewedVote], trial: _Trial, signals: Collection[Signal]) -> Finding:
    verdict = trial.verdict
    target = verdict.target if verdict.target and verdict.p_model < LEVEL / 2 else None
    return Finding(
        voters=_voters(votes),
        votes=len(votes),
        p_likelihood=verdict.p_likelihood,
        p_model=verdict.p_model,
        target=target.model if target else None,
        signals=tuple(signals),
        cast=tuple(votes),
        evidence=draw(trial.expectation, trial.ballots, verdict, [vote.created_at for vote in votes], trial.chance),
    )


def _voters(votes: Sequence[ReviewedVote]) -> tuple[str, ...]:
    return tuple(sorted({vote.voter for vote in votes}))


def _is_on_board(vote: ReviewedVote) -> bool:
    return vote.counted and _is_readable(vote)


def _is_readable(vote: ReviewedVote) -> bool:
    return vote.processing_status == "processed"


def _cast(vote: ReviewedVote) -> tuple[str, str, Outcome]:
    return vote.left_model_id, vote.right_model_id, OUTCOMES[VoteWord(vote.vote)]


def _timed(vote: ReviewedVote) -> TimedVote:
    return TimedVote(
        vote.voter,
        vote.created_at,
        vote.prompt_hash,
        Flag.TOO_FAST in vote.flags,
        vote.prompt_hash in SUGGESTED_HASHES,
    )
