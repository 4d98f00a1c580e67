import { expect, it } from "vitest";
import { groupSessions } from "./group-sessions";

const at = (title: string, year: number, month: number, day: number, hour = 12) => ({
  user_id: "v_1",
  session_id: title,
  title,
  created_at: "",
  last_active_at: new Date(year, month - 1, day, hour).toISOString(),
  battle_count: 1,
  latest_battle_id: "b",
});

it("groups by day, then by month", () => {
  const now = new Date(2026, 2, 15, 0, 30);
  const groups = groupSessions(
    [
      at("now", 2026, 3, 15, 0),
      at("late", 2026, 3, 14, 23),
      at("week", 2026, 3, 9),
      at("edge", 2026, 3, 8),
      at("month", 2026, 2, 20),
      at("year", 2025, 12, 24),
    ],
    now,
  );
  expect(groups.map((group) => [group.title, group.sessions.map((one) => one.title)])).toEqual([
    ["Today", ["now"]],
    ["Yesterday", ["late"]],
    ["Previous 7 days", ["week", "edge"]],
    ["February", ["month"]],
    ["December 2025", ["year"]],
  ]);
});
