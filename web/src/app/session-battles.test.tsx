import { screen, waitFor } from "@testing-library/react";
import { aBattle, fakeArena, someDetails } from "@tests/fake-arena";
import { renderApp } from "@tests/render-app";
import { expect, it } from "vitest";

const chat = (battle_id: string) =>
  aBattle({ battle_id, mode: "direct", details: { left: someDetails.left, right: null } });

it('says "chat", and sets the title of the tab', async () => {
  fakeArena({
    "GET /api/battles/*": chat("b1"),
    "GET /api/sessions/*/outline": {
      session_id: "s1",
      title: "Rivers",
      battles: [chat("b0"), chat("b1")],
    },
  });
  renderApp("/battles/b1");
  await screen.findByText("Chat 2 of 2");
  expect(screen.getByRole("link", { name: "Earlier chat" })).toBeInTheDocument();
  await waitFor(() => expect(document.title).toBe("Rivers · llmbattler"));
});

it("does not load a whole chat to show the position of a battle", async () => {
  const { named } = fakeArena({
    "GET /api/battles/*": aBattle(),
    "GET /api/sessions/*/outline": {
      session_id: "s1",
      title: "Rivers",
      battles: [aBattle({ battle_id: "b0" }), aBattle()],
    },
  });
  renderApp("/battles/b1");
  await screen.findByText("Battle 2 of 2");
  expect(named("GET /api/sessions/s1")).toHaveLength(0);
});
