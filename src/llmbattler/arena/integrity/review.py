"""Tests voters against everybody else. Slow: run it in a thread."""

import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

import numpy as np

from llmbattler.ratings.service import Outcome

from ..models import Flag, VoteWord
from ..service.suggestions import SUGGESTED_HASHES
from ..voting.rules import OUTCOMES
from .evidence import Evidence, make_evidence
from .expectation import Ballots, Expectation
from .signals import Signal, SignalKind, TimedVote, find_signals
from .suspicion import LEVEL, MIN_VOTES, Verdict, judge

_SAW_NAMES = frozenset({Flag.IDENTITY_LEAK, Flag.IDENTITY_PROBE, Flag.NAMED_BEFORE})
"""Voters who knew the models are not compared with voters who did not."""

_NEEDS_VERDICT = frozenset({SignalKind.CROWD_BURST})
"""Signals that matter only if a test is positive, too."""


class ReviewedVote(NamedTuple):
    """A blind vote, with the names of the columns."""

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
    """A voter, or several who may be one person, whom a moderator should review."""

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
    """Test each voter of a group alone, then those who passed together.

    One dishonest voter does not make the group suspect; but if the others fail together, the group is one suspect.
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
    """Test these votes as those of one person, against an expectation without them."""
    if len(votes) < MIN_VOTES:
        return None
    signals = find_signals([_timed(vote) for vote in votes], busy=busy)
    if near_excluded:
        signals.append(Signal(SignalKind.LINKED_TO_EXCLUDED, len(votes), 1.0))
    result = _test(expectation, votes)
    if not signals and not result.verdict.suspicious:
        return None
    return _report(votes, result, signals)


def examine_crowd(expectation: Expectation, votes: Sequence[ReviewedVote], *, usual: float) -> Finding | None:
    """Test a burst of a large network as one person. An honest class that votes together passes."""
    if len(votes) < MIN_VOTES:
        return None
    result = _test(expectation, votes)
    if not result.verdict.suspicious:
        return None
    burst = Signal(SignalKind.CROWD_BURST, len(votes), len(votes) / max(usual, 1.0), votes[0].created_at)
    return _report(votes, result, [burst])


def reconsider(expectation: Expectation, findings: Sequence[Finding]) -> list[Finding]:
    """Test each suspect again without the votes of all other suspects.

    Dishonest votes distort the board, and against a distorted board honest voters look suspicious.
    """
    kept = []
    for finding in findings:
        others = expectation.place([_cast(vote) for vote in _list_others(findings, finding) if _is_on_board(vote)])
        corrected = expectation.without(others)
        if corrected.total < expectation.total / 2:
            return list(findings)  # if most votes are suspected, there is no board to compare with
        result = _test(corrected, finding.cast)
        if result.verdict.suspicious or any(signal.kind not in _NEEDS_VERDICT for signal in finding.signals):
            again = _report(finding.cast, result, finding.signals)
            kept.append(replace(again, voters=finding.voters))
    return kept


def _list_others(findings: Sequence[Finding], finding: Finding) -> list[ReviewedVote]:
    """Return the votes of other suspects, each voter once, even if several findings name them."""
    found: dict[str, list[ReviewedVote]] = {}
    for other in findings:
        own: dict[str, list[ReviewedVote]] = {}
        for vote in other.cast:
            own.setdefault(vote.voter, []).append(vote)
        for voter, votes in own.items():
            found[voter] = max(found.get(voter, []), votes, key=len)
    return [vote for voter, votes in found.items() if voter not in finding.voters for vote in votes]


class _TestResult(NamedTuple):
    expectation: Expectation
    ballots: Ballots
    verdict: Verdict
    chance: np.random.Generator


def _test(expectation: Expectation, votes: Sequence[ReviewedVote]) -> _TestResult:
    # Seeded by the voters, so that the same votes always get the same result.
    chance = np.random.default_rng(zlib.crc32("\n".join(_voters(votes)).encode()))
    counted = expectation.place([_cast(vote) for vote in votes if _is_on_board(vote)])
    others = expectation.without(counted)
    blind = [vote for vote in votes if _is_readable(vote) and not _SAW_NAMES & set(vote.flags)]
    ballots = others.place([_cast(vote) for vote in blind])
    return _TestResult(others, ballots, judge(others, ballots, chance), chance)


def _report(votes: Sequence[ReviewedVote], result: _TestResult, signals: Collection[Signal]) -> Finding:
    verdict = result.verdict
    target = verdict.target if verdict.target and verdict.p_model < LEVEL / 2 else None
    return Finding(
        voters=_voters(votes),
        votes=len(votes),
        p_likelihood=verdict.p_likelihood,
        p_model=verdict.p_model,
        target=target.model if target else None,
        signals=tuple(signals),
        cast=tuple(votes),
        evidence=make_evidence(
            result.expectation, result.ballots, verdict, [vote.created_at for vote in votes], result.chance
        ),
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
