import { act, screen, waitFor } from "@testing-library/react";
import { aBattle, fakeArena, someDetails } from "@tests/fake-arena";
import { renderApp } from "@tests/render-app";
import { expect, it } from "vitest";

const chat = (battle_id: string) =>
  aBattle({ battle_id, mode: "direct", details: { left: someDetails.left, right: null } });

it("calls chats chats, and the tab by the session's title", async () => {
  fakeArena({
    "GET /api/battles/*": chat("b1"),
    "GET /api/sessions/*": { session_id: "s1", title: "Rivers", battles: [chat("b0"), chat("b1")] },
  });
  renderApp("/battles/b1");
  await screen.findByText("Chat 2 of 2");
  expect(screen.getByRole("link", { name: "Earlier chat" })).toBeInTheDocument();
  await waitFor(() => expect(document.title).toBe("Rivers · llmbattler"));
});

const row = (battle_count: number) => ({
  session_id: "s1",
  title: "Rivers",
  created_at: "2026-01-01T00:00:00Z",
  last_active_at: "2026-01-01T00:00:00Z",
  battle_count,
  latest_battle_id: "b1",
});

it("does not load a whole session to say that this is its only battle", async () => {
  const answers: Parameters<typeof fakeArena>[0] = {
    "GET /api/sessions": { sessions: [row(1)], next_cursor: null },
    "GET /api/battles/*": aBattle(),
    "GET /api/sessions/*": {
      session_id: "s1",
      title: "Rivers",
      battles: [aBattle({ battle_id: "b0" }), aBattle()],
    },
  };
  const { named } = fakeArena(answers);
  const { queries } = renderApp("/battles/b1");
  await screen.findByText("It is four.");
  await waitFor(() => expect(document.title).toBe("Rivers · llmbattler"));
  expect(named("GET /api/sessions/s1")).toHaveLength(0);
  answers["GET /api/sessions"] = { sessions: [row(2)], next_cursor: null };
  await act(() => queries.invalidateQueries({ queryKey: ["sessions"] }));
  await screen.findByText("Battle 2 of 2");
});
