import { screen, waitFor, within } from "@testing-library/react";
import { aModel, fakeApi, listOf } from "@tests/fake-api";
import { aLeaderboard } from "@tests/fake-ratings";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { renderApp } from "@tests/render-app";
import { catchSavedFiles } from "@tests/saved-files";
import { describe, expect, it, vi } from "vitest";

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

const table = () => screen.findByRole("table");
const names = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getByRole("link").textContent);

describe("the leaderboard", () => {
  it("shows a skeleton, then every model with its numbers", async () => {
    open("/leaderboard");
    expect(await screen.findByText("Loading the leaderboard")).toBeInTheDocument();
    await waitFor(() => expect(names()).toEqual(["Acme One", "Zeta 2", "Home 8B"]));
    expect(document.title).toBe("Leaderboard · llmbattler");
    const [, first, , third] = within(await table()).getAllByRole("row") as HTMLElement[];
    for (const text of ["1–2", "1187", "+12/−11", "1,240", "71%", "3%", "MIT"]) {
      expect(within(first as HTMLElement).getByText(text)).toBeInTheDocument();
    }
    expect(within(first as HTMLElement).getByText("$2.50 / $10.00")).toBeInTheDocument();
    for (const text of ["Preliminary", "Retired", "local", "unknown"]) {
      expect(within(third as HTMLElement).getByText(text)).toBeInTheDocument();
    }
    expect(screen.getByText("2,140")).toBeInTheDocument();
    expect(screen.getByText("just now")).toBeInTheDocument();
    expect(screen.getByText(/top rank would change if 37 votes/)).toBeInTheDocument();
  });

  it("passes axe", async () => {
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
    open("/leaderboard");
    await screen.findByText("Scores with their intervals");
    await expectNoAxeViolations();
  });

  it("sorts by a header in both directions, kept in the URL", async () => {
    const { user, router } = open("/leaderboard");
    await waitFor(() => expect(names()).toHaveLength(3));
    const votes = () => screen.getByRole("columnheader", { name: "Votes" });
    expect(screen.getByRole("columnheader", { name: "Rank" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    await user.click(within(votes()).getByRole("button"));
    expect(votes()).toHaveAttribute("aria-sort", "descending");
    await user.click(within(votes()).getByRole("button"));
    await waitFor(() => expect(names()).toEqual(["Home 8B", "Zeta 2", "Acme One"]));
    expect(router.state.location.search).toEqual({ sort: "vote_count", order: "asc" });
    await user.click(
      within(screen.getByRole("columnheader", { name: "Rank" })).getByRole("button"),
    );
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("searches, filters and resets", async () => {
    const { user, router, calls } = open("/leaderboard");
    await waitFor(() => expect(names()).toHaveLength(3));
    await user.type(screen.getByRole("searchbox", { name: "Search models" }), "acme");
    await waitFor(() => expect(names()).toEqual(["Acme One"]));
    await user.click(screen.getByRole("button", { name: "Any organization" }));
    await user.click(screen.getByRole("menuitemradio", { name: "Zeta" }));
    await screen.findByRole("heading", { name: "No model matches" });
    expect(router.state.location.search).toEqual({ q: "acme", org: "Zeta" });
    await user.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
    await waitFor(() => expect(names()).toHaveLength(3));
    await user.click(screen.getByRole("button", { name: "Any license" }));
    await user.click(screen.getByRole("menuitemradio", { name: "Apache-2.0" }));
    await waitFor(() => expect(names()).toEqual(["Zeta 2"]));
    expect(calls.filter((call) => call === "/api/leaderboard")).toHaveLength(1);
  });

  it("requests models with fewer votes", async () => {
    const { user, router } = open("/leaderboard");
    await waitFor(() => expect(names()).toHaveLength(3));
    await user.click(screen.getByRole("button", { name: "5+ votes" }));
    await user.click(screen.getByRole("menuitemradio", { name: "All models" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ min: 0 }));
    await user.click(screen.getByRole("button", { name: "All models" }));
    await user.click(screen.getByRole("menuitemradio", { name: "5+ votes" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("links to other leaderboards and controls style", async () => {
    const { user, router } = open("/leaderboard");
    await waitFor(() => expect(names()).toHaveLength(3));
    await user.click(screen.getByRole("switch", { name: "Style control" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ style: true }));
    await user.click(screen.getByRole("switch", { name: "Style control" }));
    await user.click(screen.getByRole("link", { name: "Coding" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ board: "category:coding" }));
    const style = screen.getByRole("switch", { name: "Style control" });
    expect(style).toHaveAttribute("aria-disabled", "true");
    await user.click(style);
    await user.click(screen.getByRole("button", { name: "Languages" }));
    await user.click(screen.getByRole("menuitemradio", { name: /German/ }));
    await waitFor(() => expect(router.state.location.search).toEqual({ board: "language:de" }));
    expect(screen.getByRole("button", { name: "German" })).toHaveAttribute("aria-current", "true");
  });

  it("chooses columns, remembers them and shares them", async () => {
    const { user, router } = open("/leaderboard");
    await waitFor(() => expect(names()).toHaveLength(3));
    await user.click(screen.getByRole("button", { name: "Columns" }));
    await user.click(screen.getByRole("menuitemcheckbox", { name: "Online Elo" }));
    await user.click(screen.getByRole("menuitemcheckbox", { name: "License" }));
    expect(screen.getByRole("columnheader", { name: "Online Elo", hidden: true })).toBeVisible();
    const chosen = "interval,vote_count,win_rate,both_bad_rate,price,online_elo";
    expect(router.state.location.search).toEqual({ columns: chosen });
    expect(localStorage.getItem("llmbattler.leaderboard.columns")).toBe(chosen);
    await user.click(screen.getByRole("menuitem", { name: "Default columns" }));
    await waitFor(() =>
      expect(screen.queryByRole("columnheader", { name: "Online Elo" })).not.toBeInTheDocument(),
    );
  });

  it("exports what is shown", async () => {
    const saved = catchSavedFiles();
    const { user } = open("/leaderboard?q=zeta&columns=vote_count");
    await waitFor(() => expect(names()).toEqual(["Zeta 2"]));
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(screen.getByRole("menuitem", { name: "Current view as CSV" }));
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(screen.getByRole("menuitem", { name: "Current view as JSON" }));
    expect(saved.map((file) => file.name)).toEqual([
      "leaderboard-overall.csv",
      "leaderboard-overall.json",
    ]);
    expect(await saved[0]?.text()).toContain("1,1,2,zeta-2,Zeta 2,1170,900");
  });

  it("explains the ratings", async () => {
    const { user } = open("/leaderboard");
    await waitFor(() => expect(names()).toHaveLength(3));
    await user.click(screen.getByRole("button", { name: "How to read this" }));
    const dialog = screen.getByRole("dialog", { name: "How to read this" });
    expect(within(dialog).getByText("What is an interval?")).toBeInTheDocument();
  });

  it("shows details of a model on a phone after a tap", async () => {
    const { user } = open("/leaderboard");
    await waitFor(() => expect(names()).toHaveLength(3));
    const more = screen.getByRole("button", { name: /Zeta 2/ });
    await user.click(more);
    expect(more).toHaveAttribute("aria-expanded", "true");
    expect(screen.getByRole("link", { name: "Open model" })).toHaveAttribute(
      "href",
      "/models/zeta-2",
    );
    await user.click(screen.getByRole("button", { name: /^Sort by/ }));
    await user.click(screen.getByRole("menuitemradio", { name: "Votes" }));
    await waitFor(() => expect(names()).toEqual(["Acme One", "Zeta 2", "Home 8B"]));
  });
});
