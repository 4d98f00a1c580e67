import { screen, waitFor, within } from "@testing-library/react";
import { fakeArena, problem } from "@tests/fake-arena";
import { acme, home, zeta } from "@tests/fake-ratings";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

const filled = {
  leaderboard: [acme, zeta, home],
  metadata: { total_votes: 61, since: null as string | null },
};
const empty = {
  leaderboard: [],
  metadata: { total_votes: 0, since: new Date().toISOString() as string | null },
};

describe("my leaderboard", () => {
  it("ranks by my own votes and sorts", async () => {
    fakeArena({ "GET /api/leaderboard/mine": filled });
    const { user, router } = renderApp("/leaderboard/mine");
    expect(await screen.findByText("Loading your leaderboard")).toBeInTheDocument();
    expect(await screen.findByText("61")).toBeInTheDocument();
    const table = screen.getByRole("table");
    const votes = within(table).getByRole("columnheader", { name: "Votes" });
    await user.click(within(votes).getByRole("button"));
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ sort: "vote_count", order: "desc" }),
    );
  });

  it("resets and can undo it", async () => {
    let answer: object = filled;
    const { named } = fakeArena({
      "GET /api/leaderboard/mine": () => answer,
      "POST /api/leaderboard/mine/reset": () => {
        answer = empty;
        return empty;
      },
      "DELETE /api/leaderboard/mine/reset": () => {
        answer = filled;
        return filled;
      },
    });
    const { user } = renderApp("/leaderboard/mine");
    await user.click(await screen.findByRole("button", { name: "Reset" }));
    expect(await screen.findByText(/No votes since the reset/)).toBeInTheDocument();
    expect(screen.getByText("Since")).toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText("61")).toBeInTheDocument();
    expect(named("DELETE /api/leaderboard/mine/reset")).toHaveLength(1);
  });

  it("can restore older votes long after a reset", async () => {
    const since = "2026-01-01T00:00:00Z";
    let answer: object = { ...filled, metadata: { total_votes: 3, since } };
    fakeArena({
      "GET /api/leaderboard/mine": () => answer,
      "DELETE /api/leaderboard/mine/reset": () => {
        answer = filled;
        return filled;
      },
    });
    const { user } = renderApp("/leaderboard/mine");
    await user.click(await screen.findByRole("button", { name: "Restore older votes" }));
    expect(await screen.findByText("61")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Restore older votes" })).toBeNull();
  });

  it("shows errors", async () => {
    fakeArena({
      "GET /api/leaderboard/mine": filled,
      "POST /api/leaderboard/mine/reset": () => problem(503, "Not now."),
    });
    const { user } = renderApp("/leaderboard/mine");
    await user.click(await screen.findByRole("button", { name: "Reset" }));
    expect(await screen.findByText("Your leaderboard could not be reset.")).toBeInTheDocument();
  });

  it("asks for votes if there are none", async () => {
    fakeArena({
      "GET /api/leaderboard/mine": { ...empty, metadata: { total_votes: 0, since: null } },
    });
    renderApp("/leaderboard/mine");
    await screen.findByRole("heading", { name: "Vote to see your own ranking" });
    expect(screen.getByRole("link", { name: "Start a battle" })).toHaveAttribute("href", "/");
  });

  it("shows the error", async () => {
    fakeArena({ "GET /api/leaderboard/mine": () => problem(500, "Broken.") });
    renderApp("/leaderboard/mine");
    await screen.findByRole("heading", { level: 1, name: "Broken." });
  });
});
