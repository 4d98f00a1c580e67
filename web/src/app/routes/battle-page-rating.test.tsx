import { act, screen, waitFor, within } from "@testing-library/react";
import { aBattle, aVote, fakeArena, someDetails } from "@tests/fake-arena";
import { aLeaderboard, aRow } from "@tests/fake-ratings";
import { FakeSocket } from "@tests/fake-socket";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

const details = {
  left: {
    ...someDetails.left,
    rating: {
      elo_score: 1_187,
      elo_ci: 12,
      rank: 2,
      online_elo_before: 1_512,
      online_elo_after: 1_524,
    },
  },
  right: {
    ...(someDetails.right as typeof someDetails.left),
    rating: {
      elo_score: null,
      elo_ci: null,
      rank: null,
      online_elo_before: 1_500,
      online_elo_after: 1_488,
    },
  },
};

describe("the reveal", () => {
  it("shows both ratings and their change, then follows the leaderboard", async () => {
    let counted = false;
    const { named } = fakeArena({
      "GET /api/battles/*": aBattle(),
      "POST /api/battles/*/vote": {
        battle_id: "b1",
        vote: "left_better",
        revealed_models: { left: "Acme One", right: "Zeta 2" },
        details,
      },
      "GET /api/leaderboard": () =>
        aLeaderboard(counted ? [aRow({ elo_score: 1_191, elo_ci: 11, rank: 1 })] : []),
    });
    const { user } = renderApp("/battles/b1");
    await screen.findByRole("toolbar", { name: "Your vote" });
    act(() => FakeSocket.last.accept());
    await user.keyboard("1");
    const left = await screen.findByRole("article", { name: "Acme One" });
    expect(within(left).getByText("1187 ±12 · #2")).toBeInTheDocument();
    expect(within(left).getByText("Elo 1524 (+12)")).toBeInTheDocument();
    const right = screen.getByRole("article", { name: "Zeta 2" });
    expect(within(right).getByText("not rated yet")).toBeInTheDocument();
    expect(within(right).getByText("Elo 1488 (−12)")).toBeInTheDocument();

    // One for each side: the update may have been announced before the names were shown.
    await waitFor(() => expect(named("GET /api/leaderboard")).toHaveLength(2));
    act(() => FakeSocket.last.tell({ type: "event", topic: "leaderboard", id: "language:en" }));
    expect(named("GET /api/leaderboard")).toHaveLength(2);
    counted = true;
    act(() => FakeSocket.last.tell({ type: "event", topic: "leaderboard", id: "overall" }));
    expect(await within(left).findByText("1191 ±11 · #1")).toBeInTheDocument();
    expect(within(right).getByText("not rated yet")).toBeInTheDocument();
  });

  it("keeps the change of an older vote", async () => {
    const { named } = fakeArena({
      "GET /api/battles/*": aBattle({ status: "voted", vote: aVote("left_better"), details }),
    });
    renderApp("/battles/b1");
    expect(await screen.findByText("1187 ±12 · #2")).toBeInTheDocument();
    act(() => FakeSocket.last.accept());
    act(() => FakeSocket.last.tell({ type: "event", topic: "leaderboard", id: "overall" }));
    await waitFor(() => expect(named("GET /api/battles/b1").length).toBeGreaterThan(0));
    expect(named("GET /api/leaderboard")).toHaveLength(0);
  });
});
