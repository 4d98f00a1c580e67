import { screen, waitFor, within } from "@testing-library/react";
import { problem } from "@tests/fake-arena";
import { aRunRow } from "@tests/fake-bench";
import { ACME, aComparison, aDifference, anEntry, openResults, ZETA } from "@tests/fake-results";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";

const both = `?entry=${encodeURIComponent(ACME)}&entry=${encodeURIComponent(ZETA)}`;
const open = (search = both, more = {}) => openResults(`/benchmarks/compare${search}`, more);

const aCell = (outcome: "right" | "wrong") => ({
  outcome,
  value: outcome === "right" ? 1 : 0,
  total_ms: 900,
  tries: 1,
  next_try_at: null,
});
const aFlip = (sample_id: string, excerpt: string) => ({
  sample_id,
  excerpt,
  first: aCell("wrong"),
  second: aCell("right"),
  first_position: 3,
  second_position: 4,
  change: 1,
});
const aPoint = (run_title: string, created_at: string, mean: number | null) => ({
  run_id: "r1",
  run_title,
  version: 2,
  model_id: "acme-one",
  model_name: "Acme One",
  prompt: "default",
  created_at,
  score: { mean, low: mean && mean - 0.1, high: mean && mean + 0.1, n: 300, method: "wilson" },
});

describe("comparing", () => {
  it("says in words who is better, with the numbers", async () => {
    const { named } = open(both, {
      "GET /api/bench/compare": aComparison({ warnings: ["Only 280 of 300 samples are in both."] }),
    });
    expect(
      await screen.findByText("Zeta 2 is better than Acme One by 3.2 points (1.1 to 5.3)."),
    ).toBeInTheDocument();
    expect(screen.getByText("Only 280 of 300 samples are in both.")).toBeInTheDocument();
    const asked = new URL(named("GET /api/bench/compare")[0]?.request.url ?? "");
    expect(asked.searchParams.getAll("entry")).toEqual([ACME, ZETA]);
    const [, row] = within(screen.getByRole("table", { name: "Statistics" })).getAllByRole("row");
    expect(row).toHaveTextContent(
      "Zeta 2+3.2 (+1.1 to +5.3)0.0040.004< 0.001+1.2 to +5.218 / 7 / 275300",
    );
    const [card] = within(screen.getByRole("list", { name: "Statistics" })).getAllByRole(
      "listitem",
    );
    expect(card).toHaveTextContent("Zeta 2Difference+3.2 (+1.1 to +5.3)");
    expect(
      within(card as HTMLElement).getByRole("button", { name: "McNemar" }),
    ).toHaveAccessibleDescription("The exact test for answers that are right or wrong.");
    await expectNoAxeViolations();
  });

  it("draws the differences with a line at zero, also as a table", async () => {
    const { user, router } = open();
    const chart = await screen.findByRole("group", { name: /Paired differences from/ });
    expect(within(chart).getByText("no difference")).toBeInTheDocument();
    chart.focus();
    await user.keyboard("{ArrowDown}");
    expect(within(chart).getByRole("status")).toHaveTextContent(
      "Zeta 2+3.2 (+1.1 to +5.3)over 300 samples",
    );
    await user.click(screen.getByRole("radio", { name: "Table" }));
    expect(await screen.findByRole("region", { name: "Differences" })).toHaveTextContent("+1.1");
    expect(router.state.location.search).toMatchObject({ table: true });
  });

  it("says when an entry is worse, equal or unknown", async () => {
    const names = ["worse", "equal", "few", "unsure"];
    const entries = names.map((name) =>
      anEntry({ entry: `r1:${name}#default`, model_id: name, model_name: name }),
    );
    const of = (name: string) => ({ second: `r1:${name}#default` });
    open(both, {
      "GET /api/bench/compare": aComparison({
        entries: [anEntry(), ...entries],
        differences: [
          aDifference({
            ...of("worse"),
            verdict: "worse",
            difference: -0.05,
            low: -0.08,
            high: -0.02,
            clusters: 12,
          }),
          aDifference({
            ...of("equal"),
            verdict: "no difference found",
            difference: 0,
            low: -0.01,
            high: 0.01,
            detectable: 0.04,
          }),
          aDifference({
            ...of("few"),
            verdict: "too few",
            difference: null,
            low: null,
            high: null,
            p: null,
            bootstrap_low: null,
          }),
          aDifference({
            ...of("unsure"),
            verdict: "no difference found",
            detectable: null,
            low: null,
          }),
        ],
      }),
    });
    for (const text of [
      "worse is worse than Acme One by 5.0 points (2.0 to 8.0).",
      "No clear difference between equal and Acme One (would need about 4.0 points).",
      "Too few samples to compare few with Acme One.",
      "No clear difference between unsure and Acme One.",
    ]) {
      expect(await screen.findByText(text)).toBeInTheDocument();
    }
    expect(screen.getAllByText("in 12 groups")).not.toHaveLength(0);
  });

  it("lists the flipped samples with links", async () => {
    const { user, router } = open(both, {
      "GET /api/bench/compare": aComparison({
        entries: [
          anEntry(),
          anEntry({ entry: ZETA, model_id: "zeta-2", model_name: "Zeta 2" }),
          anEntry({ entry: "r2:acme-one#default", run_id: "r2", run_title: "After" }),
        ],
        differences: [aDifference(), aDifference({ second: "r2:acme-one#default" })],
      }),
      "GET /api/bench/compare/flips": ({ request }: { request: Request }) => {
        const wanted = new URL(request.url).searchParams;
        if (wanted.get("direction") === "worse") return { flips: [], next_cursor: null };
        if (wanted.get("cursor"))
          return { flips: [aFlip("b", "The second page")], next_cursor: null };
        const excerpt = wanted.get("second") === ZETA ? "Which city?" : "";
        return { flips: [aFlip("a", excerpt)], next_cursor: "n" };
      },
    });
    expect(await screen.findByRole("link", { name: "Which city?" })).toHaveAttribute(
      "href",
      "/benchmarks/runs/r1/samples/4",
    );
    expect(screen.getByRole("link", { name: "wrong" })).toHaveAttribute(
      "href",
      "/benchmarks/runs/r1/samples/3",
    );
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await screen.findByRole("link", { name: "The second page" });
    await user.selectOptions(screen.getByLabelText("Entry"), "Acme One · After");
    expect(await screen.findByRole("link", { name: "a" })).toHaveAttribute(
      "href",
      "/benchmarks/runs/r2/samples/4",
    );
    expect(router.state.location.search).toMatchObject({ against: 2 });
    await user.click(screen.getByRole("radio", { name: "Worse (7)" }));
    await screen.findByText("No sample got worse.");
    expect(router.state.location.search).toMatchObject({ against: 2, flips: "worse" });
  });

  it("changes the baseline and removes an entry", async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole("button", { name: "Make Zeta 2 the baseline" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ entry: [ZETA, ACME] }));
    await user.click(screen.getByRole("button", { name: "Remove Zeta 2" }));
    await screen.findByRole("heading", { name: "Add one more to compare" });
    expect(router.state.location.search).toEqual({ entry: [ACME] });
  });

  it("offers entries of recent runs", async () => {
    const { user, router } = open("", {
      "GET /api/bench/runs": {
        runs: [aRunRow({ prompts: ["default", "brief"] })],
        next_cursor: null,
      },
    });
    await user.click(await screen.findByRole("button", { name: "Choose runs and models" }));
    const dialog = await screen.findByRole("dialog", { name: "Choose runs and models" });
    expect(within(dialog).getAllByRole("option")).toHaveLength(4);
    await user.click(within(dialog).getAllByRole("option")[0] as HTMLElement);
    await waitFor(() => expect(router.state.location.search).toEqual({ entry: [ACME] }));
    await user.click(await screen.findByRole("button", { name: "Add" }));
    const again = await screen.findByRole("dialog");
    expect(within(again).getAllByRole("option")).toHaveLength(3);
    await user.type(within(again).getByPlaceholderText("Search runs and models"), "zeta-2");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(router.state.location.search.entry).toHaveLength(2));
  });

  it("asks visitors to sign in", async () => {
    open("", { "GET /api/bench/runs": () => problem(401, "Sign in first.") });
    await screen.findByRole("heading", { name: "Sign in to see benchmarks" });
    expect(screen.queryByRole("button", { name: "Choose runs and models" })).toBeNull();
  });

  it("links to a new run if there is none", async () => {
    open("", { "GET /api/bench/runs": { runs: [], next_cursor: null } });
    expect(await screen.findByRole("link", { name: "Start a run" })).toHaveAttribute(
      "href",
      "/benchmarks/new-run",
    );
  });

  it("draws the scores over time, also as a table", async () => {
    const { user } = open(both, {
      "GET /api/bench/history": {
        points: [
          aPoint("First", "2026-01-01T00:00:00Z", 0.7),
          aPoint("Second", "2026-02-01T00:00:00Z", 0.8),
          aPoint("Without a score", "2026-03-01T00:00:00Z", null),
          { ...aPoint("Somebody else", "2026-03-01T00:00:00Z", 0.5), model_id: "other" },
        ],
      },
    });
    const chart = await screen.findByRole("group", { name: /Scores of 1 models over time/ });
    expect(within(chart).getByText("Date")).toBeInTheDocument();
    chart.focus();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(within(chart).getByRole("status")).toHaveTextContent(
      "80.0% +10.0/−10.0Second, version 2",
    );
    await user.click(screen.getAllByRole("radio", { name: "Table" }).at(-1) as HTMLElement);
    const region = await screen.findByRole("region", { name: /Scores in finished runs/ });
    expect(within(region).getAllByRole("row")).toHaveLength(4);
  });

  it("reports unfinished runs and invalid entries", async () => {
    const { handlers, user } = open();
    expect(await screen.findByText(/No finished run of this suite/)).toBeInTheDocument();
    handlers["GET /api/bench/compare"] = () =>
      problem(404, "There is no such entry.", { request_id: "req-9" });
    await user.click(screen.getByRole("button", { name: "Make Zeta 2 the baseline" }));
    expect(await screen.findByText(/req-9/)).toBeInTheDocument();
  });
});
