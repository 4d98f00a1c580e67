from sqlalchemy import event
from tests.catalog.budgets.money import SITE, ask, set_budget

from llmbattler.catalog.budgets.budget_keys import BudgetKey
from llmbattler.catalog.budgets.models import BudgetScope, Spend
from llmbattler.catalog.budgets.service.limits import show_budgets
from llmbattler.core.db import Database

CROWD = 300


async def test_many_members_without_a_limit_of_their_own_are_not_read_one_by_one(database: Database) -> None:
    for subject in ("*", "m_7", "visitors"):
        await set_budget(database, BudgetKey(BudgetScope.MEMBER, subject), 1)
    await set_budget(database, SITE, 1)
    await ask(
        database,
        "INSERT INTO spend SELECT (now() AT TIME ZONE 'utc')::date - day, 'member', 'm_' || number, 1000 * number, 0"
        " FROM generate_series(1, :clients) number, generate_series(0, 1) day RETURNING 1",
        clients=CROWD,
    )
    read: list[str] = []

    def note(row: Spend, _: object) -> None:
        read.append(row.subject)

    event.listen(Spend, "load", note)
    try:
        async with database.unit() as session:
            shown = {one.subject: one for one in (await show_budgets(session)).budgets}
    finally:
        event.remove(Spend, "load", note)
    assert sorted(read) == ["m_300", "m_300", "m_7", "m_7"]
    assert (shown["*"].spent_usd, len(shown["*"].days)) == (0.3, 2)
    assert (shown["m_7"].spent_usd, len(shown["m_7"].days)) == (0.007, 2)
    assert (shown["visitors"].spent_usd, shown["all"].spent_usd) == (0, 0)
