import { act, screen, waitFor, within } from "@testing-library/react";
import { aModel, fakeApi, listOf } from "@tests/fake-api";
import { acme, aLeaderboard, aRow, home, zeta } from "@tests/fake-ratings";
import { FakeSocket } from "@tests/fake-socket";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

type Answers = Parameters<typeof fakeApi>[0];

function open(address: string, board = aLeaderboard(), more: Answers = {}) {
  const answers: Answers = {
    "/api/leaderboard": { body: board },
    "/api/models": listOf(aModel({ model_id: "home/8b", model_name: "Home 8B", place: "local" })),
    ...more,
  };
  const api = fakeApi(answers);
  return { ...api, ...renderApp(address), answers };
}

const names = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getByRole("link").textContent);

describe("a board", () => {
  it("moves and tints rows after a live update", async () => {
    const { answers } = open("/leaderboard");
    await waitFor(() => expect(names()).toEqual(["Acme One", "Zeta 2", "Home 8B"]));
    act(() => FakeSocket.last.accept());
    expect(FakeSocket.last.sent).toEqual([{ subscribe: ["leaderboard"] }]);
    const better = aRow({ ...zeta, elo_score: 1_190, rank: 1 });
    answers["/api/leaderboard"] = { body: aLeaderboard([better, acme, home]) };
    act(() => FakeSocket.last.tell({ type: "event", topic: "leaderboard", id: "language:de" }));
    act(() => FakeSocket.last.tell({ type: "event", topic: "leaderboard", id: "overall" }));
    await waitFor(() => expect(names()).toEqual(["Zeta 2", "Acme One", "Home 8B"]));
    const rows = within(screen.getByRole("table")).getAllByRole("row").slice(1);
    await waitFor(() => expect(rows[0]).toHaveClass("animate-tint"));
    expect(rows[2]).not.toHaveClass("animate-tint");
  });

  it("shows the effect of style and the agreement of a judge with people", async () => {
    const effects = { length: { effect: 31.2, low: 27.1, high: 35.5 } };
    const { answers, router } = open(
      "/leaderboard?style=true",
      aLeaderboard(undefined, {
        board: "style_control",
        kind: "style_control",
        style_effects: effects,
      }),
    );
    const style = await screen.findByRole("region", { name: "Effect of style" });
    expect(within(style).getByText("Length")).toBeInTheDocument();
    expect(within(style).getByText("+31.2")).toBeInTheDocument();
    const row = { agreement: 0.71, kappa: 0.44, kappa_low: -0.02, kappa_high: 0.5, battles: 1_200 };
    answers["/api/leaderboard"] = {
      body: aLeaderboard(undefined, {
        board: "judge:acme-one",
        kind: "judge",
        smoothed: true,
        agreement: [
          { ...row, category: null },
          { ...row, category: "creative_writing" },
        ],
      }),
    };
    await act(() => router.navigate({ to: "/leaderboard", search: { board: "judge:acme-one" } }));
    const judge = await screen.findByRole("region", { name: "Does this judge agree with people?" });
    expect(within(judge).getByText("Creative writing")).toBeInTheDocument();
    expect(within(judge).getAllByText("−0.02 … 0.50")).toHaveLength(2);
    expect(screen.getByText(/only won or only lost/)).toBeInTheDocument();
  });

  it("says which models cannot be compared", async () => {
    const unknown = aRow({ model_id: "x", model_name: "Stranger", status: null });
    open(
      "/leaderboard?board=import:old",
      aLeaderboard([acme, unknown], {
        board: "import:old",
        kind: "import",
        groups: [["acme-one"], ["x", "gone"]],
        robustness: null,
      }),
    );
    expect(await screen.findByText("Group 2: Stranger, gone")).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Stranger" })).not.toBeInTheDocument();
  });

  it("offers a battle if there are no ratings", async () => {
    open("/leaderboard", aLeaderboard([], { total_models: 0, total_votes: 0, last_updated: null }));
    await screen.findByRole("heading", { name: "No ratings yet" });
    expect(screen.getByRole("link", { name: "Start a battle" })).toHaveAttribute("href", "/");
    expect(screen.getByText("not yet")).toBeInTheDocument();
  });

  it("shows errors for a missing leaderboard and a failing server", async () => {
    const { user, answers, router } = open("/leaderboard?board=category:nothing", undefined, {
      "/api/leaderboard": { status: 404, body: { title: "No such board.", status: 404 } },
    });
    await screen.findByRole("heading", { name: "Leaderboard not found" });
    answers["/api/leaderboard"] = {
      status: 500,
      body: { title: "Broken.", status: 500, request_id: "req_7" },
    };
    await user.click(screen.getByRole("link", { name: "Show the overall leaderboard" }));
    expect(router.state.location.search).toEqual({});
    await screen.findByText("req_7");
    answers["/api/leaderboard"] = { body: aLeaderboard() };
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(names()).toHaveLength(3));
  });
});

it("tints nothing after another leaderboard was chosen", async () => {
  const { user, answers } = open("/leaderboard");
  await waitFor(() => expect(names()).toEqual(["Acme One", "Zeta 2", "Home 8B"]));
  const better = aRow({ ...zeta, elo_score: 1_190, rank: 1 });
  answers["/api/leaderboard"] = {
    body: aLeaderboard([better, acme, home], { board: "category:coding", kind: "category" }),
  };
  await user.click(screen.getByRole("link", { name: "Coding" }));
  await waitFor(() => expect(names()).toEqual(["Zeta 2", "Acme One", "Home 8B"]));
  expect(document.querySelector(".animate-tint")).toBeNull();
});
