import { screen, waitFor } from "@testing-library/react";
import { aBattle, FakeStream, fakeArena, problem, someDetails } from "@tests/fake-arena";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

const bar = () => screen.findByRole("toolbar", { name: "Your vote" });
const box = () => screen.findByRole("textbox", { name: "Your prompt" });

describe("other battles", () => {
  it("has one card and no vote in direct mode", async () => {
    fakeArena({
      "GET /api/battles/*": aBattle({
        mode: "direct",
        messages: aBattle().messages.slice(0, 2),
        details: { left: someDetails.left, right: null },
        message_count: 10,
      }),
    });
    renderApp("/battles/b1");
    await screen.findByRole("article", { name: "Acme One" });
    expect(screen.queryByRole("toolbar")).not.toBeInTheDocument();
    expect(await box()).toBeDisabled();
    expect(screen.getAllByRole("article")).toHaveLength(1);
  });

  it("says that an old battle accepts no vote", async () => {
    fakeArena({ "GET /api/battles/*": aBattle({ status: "expired", can_vote: false }) });
    renderApp("/battles/b1");
    await screen.findByText(/Voting on this battle has closed/);
    expect(screen.queryByRole("toolbar")).not.toBeInTheDocument();
  });

  it.each(["battle", "side_by_side", "direct"] as const)(
    "asks the next question of an old one (%s) in a new battle",
    async (mode) => {
      const stream = new FakeStream();
      const battle_id = `old-${mode}`;
      const { named } = fakeArena({
        "GET /api/battles/*": aBattle({
          battle_id,
          mode,
          status: "expired",
          can_vote: false,
          details: mode === "battle" ? null : someDetails,
        }),
        "POST /api/sessions/*/battles": () => stream.response,
      });
      const { user } = renderApp(`/battles/${battle_id}`);
      expect(await box()).toHaveAttribute("placeholder", "Next question, in a new battle…");
      expect(screen.queryByRole("button", { name: /Send/ })).not.toBeInTheDocument();
      await user.type(await box(), "Next{Enter}");
      await waitFor(() => expect(named("POST /api/sessions/s1/battles")).toHaveLength(1));
      expect(named(`POST /api/battles/${battle_id}/messages`)).toHaveLength(0);
      expect(named("POST /api/sessions/s1/battles")[0]?.body).toMatchObject({
        prompt: "Next",
        mode,
      });
    },
  );

  it("links to its neighbors in the chat", async () => {
    const battles = ["b0", "b1", "b2"].map((battle_id) => aBattle({ battle_id }));
    fakeArena({
      "GET /api/battles/*": aBattle(),
      "GET /api/battles/b2": aBattle({ battle_id: "b2" }),
      "GET /api/sessions/*/outline": { session_id: "s1", title: "", battles },
    });
    const { user, router } = renderApp("/battles/b1");
    await screen.findByText("Battle 2 of 3");
    await user.click(screen.getByRole("link", { name: "Later battle" }));
    await screen.findByText("Battle 3 of 3");
    expect(router.state.location.pathname).toBe("/battles/b2");
    expect(screen.getByRole("button", { name: "Later battle" })).toBeDisabled();
  });

  it("shows errors for missing battles and failed requests", async () => {
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/battles/*": () => problem(500, "It broke."),
    };
    fakeArena(answers);
    const { user } = renderApp("/battles/b1");
    await screen.findByRole("heading", { name: "It broke." });
    answers["GET /api/battles/*"] = () => problem(404, "No.");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("heading", { name: "Battle not found" });
  });

  it("opens a chat at its latest battle", async () => {
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/sessions/*/outline": { session_id: "s1", title: "", battles: [aBattle()] },
      "GET /api/battles/*": aBattle(),
    };
    fakeArena(answers);
    const { router } = renderApp("/sessions/s1");
    await bar();
    expect(router.state.location.pathname).toBe("/battles/b1");
  });

  it("shows an error for an unknown chat", async () => {
    fakeArena({ "GET /api/sessions/*/outline": () => problem(404, "No.") });
    renderApp("/sessions/s9");
    await screen.findByRole("heading", { name: "Chat not found" });
  });
});
