"""Decides which votes count: fully or not at all. The flags that decide are stored with the vote. Pure."""

from llmbattler.core.settings import Profile
from llmbattler.ratings.service import Outcome

from ..models import Flag, VoteWord

OUTCOMES = {
    VoteWord.LEFT_BETTER: Outcome.A,
    VoteWord.RIGHT_BETTER: Outcome.B,
    VoteWord.TIE: Outcome.TIE,
    VoteWord.BOTH_BAD: Outcome.BOTH_BAD,
}
QUICKEST_SECONDS = 2.0
READING_SPEED = 150.0
"""Characters per second that somebody who skims can read, both answers together."""

_NEVER = frozenset({Flag.IDENTITY_LEAK, Flag.IDENTITY_PROBE, Flag.OVER_CAP, Flag.EXCLUDED})
_STRICT = _NEVER | {Flag.NAMED_BEFORE, Flag.TOO_FAST, Flag.REUSED_PROMPT, Flag.INSIDER}
DAILY_CAP = {Profile.PRIVATE: None, Profile.CLASSROOM: 500, Profile.PUBLIC: 50}


def counts(flags: frozenset[Flag], profile: Profile) -> bool:
    return not flags & (_STRICT if profile is Profile.PUBLIC else _NEVER)


def is_too_fast(*, since_done: float, streamed: float, characters: int) -> bool:
    """Return whether nobody could have read the answers before this vote, given when they were shown."""
    return since_done < QUICKEST_SECONDS or since_done + streamed < characters / READING_SPEED
