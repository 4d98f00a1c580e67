"""What must be true of a site after chaos, compared with what its visitors remember."""

import asyncio
from collections import Counter
from typing import Any

from tests.cases.chaos_site import ChaosSite
from tests.cases.chaos_visitors import Crowd, write_answer
from tests.processes import running

GENERATING = "SELECT battle_id, updated_at FROM battles WHERE status = 'generating'"
PENDING = "SELECT vote_id FROM votes WHERE processing_status = 'pending' LIMIT 5"
BOARD_BEHIND = """
SELECT board, total_votes, counted FROM boards, (SELECT count(*) AS counted FROM votes WHERE counted) AS now
WHERE board = 'overall' AND total_votes <> counted
"""
BOARDS = """
SELECT 'pair', source, facet, model_a, model_b, wins_a, wins_b, ties, both_bad FROM pair_totals UNION ALL
SELECT 'row', board, '', model_id, '', wins, losses, ties, both_bad FROM model_stats
WHERE NOT starts_with(board, 'style_control')
"""
"""Without the boards that are fitted once an hour."""
COUNTED_PAIRS = """
SELECT model_a, model_b, wins_a, wins_b, ties, both_bad FROM pair_totals
WHERE source = 'human' AND facet = 'overall' ORDER BY 1, 2
"""
COUNTED_VOTES = """
SELECT model_a, model_b,
  (count(*) FILTER (WHERE winner = model_a))::int, (count(*) FILTER (WHERE winner = model_b))::int,
  (count(*) FILTER (WHERE vote = 'tie'))::int, (count(*) FILTER (WHERE vote = 'both_bad'))::int
FROM (
  SELECT vote, least(left_model_id, right_model_id) AS model_a, greatest(left_model_id, right_model_id) AS model_b,
    CASE vote WHEN 'left_better' THEN left_model_id WHEN 'right_better' THEN right_model_id END AS winner
  FROM votes WHERE counted
) AS ballot GROUP BY 1, 2 ORDER BY 1, 2
"""
DEAD_JOBS = """
SELECT id, task_name FROM procrastinate_jobs AS job WHERE status = 'doing'
AND NOT EXISTS (SELECT 1 FROM procrastinate_workers WHERE id = job.worker_id)
"""


async def wait_for_calm(site: ChaosSite) -> None:
    """Wait until nothing is in progress anymore, as happens by itself on a site that is left alone."""
    await site.until(GENERATING, seconds=120, what="battles are still generating")
    await site.until(PENDING, seconds=120, what="votes are not processed")
    await site.until(BOARD_BEHIND, seconds=120, what="the board lacks votes")
    await site.until(DEAD_JOBS, seconds=120, what="jobs of dead workers are not taken over")


async def find_problems(site: ChaosSite, crowd: Crowd, outcomes: Counter[str]) -> dict[str, int]:
    """Count everything that must not happen; all numbers should be zero."""
    return {
        **await find_vote_problems(site, crowd),
        **await find_text_problems(site, crowd),
        **await find_board_problems(site),
        "battles still generating": len(await site.ask(GENERATING)),
        "innocent samples quarantined": outcomes["quarantined"],
        "requests refused without need": len(crowd.refused),
        "unexpected errors in logs": len(site.list_complaints()),
    }


async def find_vote_problems(site: ChaosSite, crowd: Crowd) -> dict[str, int]:
    rows = await site.ask("SELECT battle_id, vote FROM votes")
    stored = {str(battle): str(vote) for battle, vote in rows}
    return {
        "acknowledged votes lost": len(crowd.confirmed.keys() - stored.keys()),
        "votes changed": sum(stored.get(battle, vote) != vote for battle, vote in crowd.confirmed.items()),
        "votes doubled": len(rows) - len(stored),
        "votes that nobody cast": len(stored.keys() - crowd.confirmed.keys()),
    }


async def find_text_problems(site: ChaosSite, crowd: Crowd) -> dict[str, int]:
    rows = await site.ask("SELECT battle_id, conversation FROM battles")
    stored = {str(battle): conversation for battle, conversation in rows}
    return {
        "answers with lost or doubled text": sum(_count_wrong(conversation) for conversation in stored.values()),
        "answers stored twice": sum(_count_doubled(conversation) for conversation in stored.values()),
        "battles whose text differs from what was shown": sum(
            _list_answers(stored.get(battle, [])) != shown for battle, shown in crowd.shown.items()
        ),
    }


def _count_wrong(conversation: Any) -> int:
    asked = {entry["turn"]: entry["content"] for entry in conversation if entry["role"] == "user"}
    answers = [entry for entry in conversation if entry["role"] == "assistant"]
    return sum(entry["content"] != write_answer(asked[entry["turn"]]) for entry in answers)


def _count_doubled(conversation: Any) -> int:
    places = Counter((entry["turn"], entry["position"]) for entry in conversation if entry["role"] == "assistant")
    return sum(number - 1 for number in places.values())


def _list_answers(conversation: Any) -> list[tuple[str, str]]:
    found = {(entry["turn"], entry["position"]): entry["content"] for entry in conversation if "position" in entry}
    turns = sorted({turn for turn, _ in found})
    return [(found.get((turn, "left"), ""), found.get((turn, "right"), "")) for turn in turns]


async def find_board_problems(site: ChaosSite) -> dict[str, int]:
    """Compare the boards with the votes, and with the recount of the site itself."""
    before = Counter(await site.ask(BOARDS))
    differing = set(await site.ask(COUNTED_PAIRS)) ^ set(await site.ask(COUNTED_VOTES))
    with running("ratings", "recompute", **site.environment, DATA_DIR=str(site.postgres.folder.parent)) as recompute:
        assert await asyncio.to_thread(recompute.wait) == 0, recompute.said
    after = Counter(await site.ask(BOARDS))
    return {
        "pairs of models counted differently than their votes": len(differing),
        "rows of boards that a recount changes": ((before - after) + (after - before)).total(),
    }


def describe(site: ChaosSite, crowd: Crowd, outcomes: Counter[str]) -> dict[str, object]:
    return {
        "in front of the servers": site.front,
        "processes killed with SIGKILL": _show(site.kills),
        "PostgreSQL stopped": _show(site.outages),
        "battles": crowd.endings.total(),
        "of these void": crowd.endings["void"],
        "votes": len(crowd.confirmed),
        "streams continued on a new connection": crowd.resumed,
        "requests repeated": _show(crowd.lost),
        "results of benchmark runs": outcomes.total(),
        "results without an answer after all tries": outcomes["failed"],
        "other ends of processes, by exit code": _show(site.list_exits()),
    }


def _show(counts: Counter[str]) -> str:
    named = ", ".join(f"{name}: {number:,}" for name, number in sorted(counts.items()))
    return f"{counts.total():,} ({named})" if named else "0"


def make_table(facts: dict[str, object], title: str) -> str:
    rows = [
        f"| {name} | {value:,} |" if isinstance(value, int) else f"| {name} | {value} |"
        for name, value in facts.items()
    ]
    return "\n".join([f"| {title} | |", "|---|--:|", *rows])
