import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { fakeApi } from "@tests/fake-api";
import { aHistory, aLeaderboard, aMatrix, home } from "@tests/fake-ratings";
import { renderApp } from "@tests/render-app";
import { catchSavedFiles } from "@tests/saved-files";
import { describe, expect, it } from "vitest";

function open(address: string, board = aLeaderboard()) {
  const answers: Parameters<typeof fakeApi>[0] = {
    "/api/leaderboard": { body: board },
    "/api/leaderboard/matrix": { body: aMatrix },
    "/api/leaderboard/history": { body: aHistory },
  };
  return { ...fakeApi(answers), ...renderApp(address), answers };
}

const chart = (name: RegExp) => screen.findByRole("group", { name });

describe("the plots", () => {
  it("draw the scores, with exact values by keyboard and pointer", async () => {
    const { user } = open("/leaderboard");
    const scores = await chart(/Scores of 3 models.*The highest: Acme One/);
    scores.focus();
    await user.keyboard("{ArrowDown}");
    const bubble = within(scores).getByRole("status");
    expect(bubble).toHaveTextContent("Acme One1187 +12/−111,240 votes");
    await user.keyboard("{ArrowDown}");
    expect(bubble).toHaveTextContent("Zeta 2");
    await user.keyboard("{Escape}");
    expect(bubble).toBeEmptyDOMElement();
    // Pointer events in jsdom have no coordinates.
    fireEvent(scores, new MouseEvent("pointermove", { bubbles: true, clientX: 300, clientY: 30 }));
    expect(bubble).toHaveTextContent("Acme One");
    fireEvent.pointerLeave(scores);
    expect(bubble).toBeEmptyDOMElement();
  });

  it("show the same numbers as a table, kept in the URL", async () => {
    const { user, router } = open("/leaderboard");
    await chart(/Scores of 3 models/);
    await user.click(screen.getByRole("radio", { name: "Table" }));
    const region = await screen.findByRole("region", { name: "Scores with their intervals" });
    const [, first] = within(region).getAllByRole("row") as HTMLElement[];
    expect(first).toHaveTextContent("Acme One1187117611991,240");
    expect(router.state.location.search).toEqual({ table: true });
    await user.click(screen.getByRole("radio", { name: "Chart" }));
    await chart(/Scores of 3 models/);
  });

  it("can be downloaded as CSV, and report when an image fails", async () => {
    const saved = catchSavedFiles();
    const { user } = open("/leaderboard");
    await chart(/Scores of 3 models/);
    const download = screen.getByRole("button", { name: "Download: Scores with their intervals" });
    await user.click(download);
    await user.click(screen.getByRole("menuitem", { name: "CSV table" }));
    expect(await saved[0]?.text()).toContain(
      "Model,Score,Low,High,Votes\r\nAcme One,1187,1176,1199",
    );
    await user.click(download);
    await user.click(screen.getByRole("menuitem", { name: "PNG image" }));
    expect(await screen.findByText(/could not create the image/)).toBeInTheDocument();
  });

  it("draw expected and observed shares of wins", async () => {
    const { user, router } = open("/leaderboard");
    await chart(/Scores/);
    await user.click(screen.getByRole("radio", { name: "Win probability" }));
    const wins = await chart(/Expected win probabilities between 3 models/);
    expect(router.state.location.search).toEqual({ plot: "wins" });
    wins.focus();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    const bubble = within(wins).getByRole("status");
    expect(bubble).toHaveTextContent("Acme One vs Zeta 2expected 62% (57–67%)");
    expect(bubble).toHaveTextContent("actual 65% in 100 votes");
    await user.keyboard("{ArrowRight}");
    expect(bubble).toHaveTextContent("never met");
    await user.click(screen.getByRole("radio", { name: "Table" }));
    const region = await screen.findByRole("region", { name: "Win probability" });
    expect(within(region).getAllByRole("row")).toHaveLength(5);
  });

  it("draw the number of battles", async () => {
    open("/leaderboard?plot=battles");
    const battles = await chart(/Number of votes for each pair of 3 models/);
    expect(within(battles).getAllByText("100", { ignore: "p" })).toHaveLength(2);
  });

  it("draw score against price, and name models without a price", async () => {
    open("/leaderboard?plot=price");
    await chart(/prices of 2 models. Best for their price: Zeta 2, Acme One/);
    expect(screen.getByText("Not shown because they have no price: Home 8B.")).toBeInTheDocument();
  });

  it("say when no model has a price", async () => {
    open("/leaderboard?plot=price", aLeaderboard([home]));
    expect(await screen.findByText("None of these models has a price.")).toBeInTheDocument();
  });

  it("draw the history of scores and online Elo", async () => {
    const { user, router } = open("/leaderboard?plot=history");
    const lines = await chart(/Scores of 3 models over time/);
    lines.focus();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(within(lines).getByRole("status")).toHaveTextContent("1187 +20/−20rank 1 · 90 votes");
    await user.click(screen.getByRole("radio", { name: "Online Elo" }));
    await chart(/Scores of 2 models over time/);
    expect(screen.getByText(/never used for ranking/)).toBeInTheDocument();
    await user.click(screen.getByRole("radio", { name: "7 days" }));
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ plot: "history", elo: true, range: "week" }),
    );
    await user.click(screen.getByRole("radio", { name: "Table" }));
    expect(
      await screen.findByText(/January 9, 2026/, { selector: "tr:nth-child(1) td" }),
    ).toBeVisible();
  });

  it("report missing data and failed requests", async () => {
    const { answers, user } = open("/leaderboard?q=acme");
    await chart(/Scores of 1 models/);
    answers["/api/leaderboard/matrix"] = { body: { ...aMatrix, cells: [] } };
    await user.click(screen.getByRole("radio", { name: "Battles" }));
    expect(await screen.findByText("No data yet.")).toBeInTheDocument();
    answers["/api/leaderboard/history"] = { status: 500, body: { title: "Broken.", status: 500 } };
    await user.click(screen.getByRole("radio", { name: "History" }));
    const alert = await screen.findByRole("alert");
    answers["/api/leaderboard/history"] = { body: { board: "overall", lines: [] } };
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No data yet.")).toBeInTheDocument();
  });
});
