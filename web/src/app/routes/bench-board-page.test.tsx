import { screen, waitFor, within } from "@testing-library/react";
import { problem } from "@tests/fake-arena";
import { aBoard, aBoardRow, openResults } from "@tests/fake-results";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";

const open = (search = "", more = {}) => openResults(`/benchmarks/board${search}`, more);

describe("the scoreboard", () => {
  it("shows scores next to ratings, with their intervals", async () => {
    open();
    const table = await screen.findByRole("table", { name: "Models" });
    const [head, first, , , last] = within(table).getAllByRole("row");
    const hints = within(head as HTMLElement).getAllByRole("button");
    expect(hints.map((hint) => hint.textContent)).toEqual([
      "Mean rank, arena rating",
      "Mean rank",
      "Arena rating",
      "Capital cities",
      "sums",
    ]);
    expect(hints[2]).toHaveAccessibleDescription("From blind votes, with its 95% interval.");
    // On a phone, rank and rating are below the name; otherwise they have their own columns.
    const numbers = "1.5 1.0–2.01200 +18/−20";
    expect(first).toHaveTextContent(
      `Model aAcme${numbers}${numbers}90.0 +1.0/−2.0, Model a in Capital cities80.0`,
    );
    expect(last).toHaveTextContent("no votes yet");
    expect(within(table).getByRole("link", { name: /Model a in sums$/ })).toHaveAttribute(
      "href",
      "/benchmarks/runs/r2",
    );
    await expectNoAxeViolations();
  });

  it("says in words whether both agree", async () => {
    const { user, router } = open();
    expect(
      await screen.findByText(
        "They agree strongly over 3 models: correlation 0.98. Rank correlation: 1.00. Four models are needed for an interval.",
      ),
    ).toBeInTheDocument();
    const chart = screen.getByRole("group", { name: /ratings of 3 models/ });
    chart.focus();
    await user.keyboard("{ArrowRight}");
    expect(within(chart).getByRole("status")).toHaveTextContent(
      "Model cbenchmark −7.5rating 900 +18/−20",
    );
    await user.selectOptions(screen.getByLabelText("Suite"), "Capital cities");
    expect(
      await screen.findByText(/partly over 4 models: correlation 0.50 \(95%: −0.20 to 0.90\)/),
    ).toHaveTextContent("The interval includes zero");
    await user.click(screen.getByRole("radio", { name: "Table" }));
    const region = await screen.findByRole("region", { name: /agree with the arena/ });
    expect(within(region).getAllByRole("row")[1]).toHaveTextContent("Model c50.09008809");
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ suite: "capitals", table: true }),
    );
  });

  it("asks for votes if too few models have both", async () => {
    open("", {
      "GET /api/bench/board": aBoard({
        rows: [
          { ...aBoardRow("a", [0.5, 0.5], 1_000), mean_rank: null, rating_low: null, suites: {} },
          aBoardRow("b", [0.5, 0.4], 1_100),
        ],
      }),
    });
    expect(await screen.findByText(/1 model has a score and a rating/)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Vote in the arena" })).toHaveAttribute("href", "/");
    expect(screen.getAllByText("not run")).toHaveLength(2);
  });

  it("explains an empty scoreboard", async () => {
    open("", { "GET /api/bench/board": { suites: [], rows: [], correlations: [] } });
    await screen.findByRole("heading", { name: "No finished runs yet" });
    expect(screen.getByRole("link", { name: "Start a run" })).toBeInTheDocument();
  });

  it("shows the error", async () => {
    open("", {
      "GET /api/bench/board": () => problem(503, "The database is away.", { request_id: "req-3" }),
    });
    expect(await screen.findByText(/req-3/)).toBeInTheDocument();
  });
});
