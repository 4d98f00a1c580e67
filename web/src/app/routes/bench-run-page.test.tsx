import { act, screen, waitFor, within } from "@testing-library/react";
import { problem } from "@tests/fake-arena";
import { aGridRow, aLine, aRun, aVerdict, openResults, zetaLine } from "@tests/fake-results";
import { FakeSocket } from "@tests/fake-socket";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";

const open = (more = {}, search = "") => openResults(`/benchmarks/runs/r1${search}`, more);
const table = (name: string) => screen.findByRole("table", { name });

describe("the page of a run", () => {
  it("shows progress, cost and results so far", async () => {
    open();
    expect(
      await screen.findByRole("heading", { level: 1, name: "Before the upgrade" }),
    ).toBeVisible();
    for (const text of ["600 of 2,400", "12", "2 minutes", "$0.75 of $5.00"]) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
    expect(screen.getByRole("progressbar", { name: "Answers from Acme One" })).toHaveAttribute(
      "aria-valuetext",
      "300 of 1,200, 240 correct, 50 wrong, 8 unreadable, 2 failed",
    );
    const [, best, second] = within(await table("Results")).getAllByRole("row");
    expect(best).toHaveTextContent(/^Z2Zeta 2.*90\.0 \+1\.0\/−2\.0/);
    expect(second).toHaveTextContent("81.2 +1.0/−2.0");
    expect(second).toHaveTextContent("1.2 s4.8 s12k / 4k$0.75");
    expect(screen.getByRole("link", { name: "Capital cities" })).toHaveAttribute(
      "href",
      "/benchmarks/suites/s1?version=2",
    );
    await expectNoAxeViolations();
  });

  it("draws the scores with their intervals, also as a table, kept in the URL", async () => {
    const { user, router } = open();
    const chart = await screen.findByRole("group", { name: /Highest: Zeta 2/ });
    chart.focus();
    await user.keyboard("{ArrowDown}");
    expect(within(chart).getByRole("status")).toHaveTextContent("Zeta 290.0% +1.0/−2.0300 answers");
    await user.click(screen.getByRole("radio", { name: "Table" }));
    const region = await screen.findByRole("region", { name: "Scores so far" });
    expect(within(region).getByText("79.2%")).toBeInTheDocument();
    expect(router.state.location.search).toEqual({ table: true });
    await user.click(screen.getByRole("radio", { name: "Chart" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("says that there are no answers yet", async () => {
    const nothing = { mean: null, low: null, high: null, n: 0, method: "none" };
    const { user } = open({
      "GET /api/bench/runs/r1": aRun({
        done: 0,
        spent_usd: null,
        seconds_left: null,
        per_second: null,
        lines: [
          aLine({
            score: nothing,
            done: 0,
            right: 0,
            wrong: 0,
            unparsed: 0,
            failed: 0,
            errors: [],
          }),
        ],
      }),
      "GET /api/bench/runs/r1/verdict": aVerdict({
        sentence: "No answers yet.",
        details: [],
        leaders: [],
        differences: [],
      }),
      "GET /api/bench/runs/r1/samples": {
        rows: [aGridRow(0, { cells: {}, excerpt: "" })],
        next_cursor: null,
      },
    });
    expect(await screen.findByRole("heading", { name: "No answers yet." })).toBeVisible();
    expect(await screen.findByText("Waiting for the first answers.")).toBeInTheDocument();
    expect(screen.getByText("not known yet")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Export" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("link", { name: "Samples 1,200" }));
    expect(await screen.findByRole("link", { name: "Sample 1" })).toBeInTheDocument();
    expect(screen.getByText("not asked yet")).toBeInTheDocument();
  });

  it("updates live", async () => {
    const { handlers } = open();
    await screen.findByText("600 of 2,400");
    handlers["GET /api/bench/runs/r1"] = aRun({ done: 700 });
    act(() => FakeSocket.last.accept());
    act(() => FakeSocket.last.tell({ type: "event", topic: "bench_run:r1", id: "" }));
    act(() => FakeSocket.last.tell({ type: "event", topic: "bench_run:r1", id: "" }));
    expect(await screen.findByText("700 of 2,400")).toBeInTheDocument();
  });

  it("pauses and resumes", async () => {
    const { user, handlers, named } = open({
      "POST /api/bench/runs/r1/pause": {},
      "POST /api/bench/runs/r1/resume": {},
    });
    const pause = await screen.findByRole("button", { name: "Pause" });
    handlers["GET /api/bench/runs/r1"] = aRun({
      status: "paused",
      reason: "The budget is used up.",
    });
    await user.click(pause);
    const resume = await screen.findByRole("button", { name: "Resume" });
    expect(screen.getByText("The budget is used up.")).toBeInTheDocument();
    await user.click(resume);
    await waitFor(() => expect(named("POST /api/bench/runs/r1/resume")).toHaveLength(1));
    const [call] = named("POST /api/bench/runs/r1/resume");
    expect(call?.request.headers.get("idempotency-key")).toBeTruthy();
  });

  it("retries failed answers, and shows errors", async () => {
    const { user, handlers } = open({ "POST /api/bench/runs/r1/retry-failed": {} });
    const retry = await screen.findByRole("button", { name: "Retry failed (2)" });
    await user.click(retry);
    expect(await screen.findByText("Retrying failed calls.")).toBeInTheDocument();
    handlers["POST /api/bench/runs/r1/retry-failed"] = () => problem(409, "Nothing failed.");
    await user.click(retry);
    expect(await screen.findByText("Nothing failed.")).toBeInTheDocument();
  });

  it("asks before canceling", async () => {
    const { user, named } = open({ "POST /api/bench/runs/r1/cancel": {} });
    await user.click(await screen.findByRole("button", { name: "More" }));
    await user.click(screen.getByRole("menuitem", { name: "Cancel run" }));
    const dialog = await screen.findByRole("dialog", { name: "Cancel “Before the upgrade”?" });
    await user.click(within(dialog).getByRole("button", { name: "Cancel run" }));
    await waitFor(() => expect(named("POST /api/bench/runs/r1/cancel")).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("asks before deleting, then shows the other runs", async () => {
    const { user, router } = open({
      "GET /api/bench/runs/r1": aRun({ status: "finished", finished_at: new Date().toISOString() }),
      "DELETE /api/bench/runs/r1": () => undefined,
    });
    await user.click(await screen.findByRole("button", { name: "More" }));
    await user.click(screen.getByRole("menuitem", { name: "Delete" }));
    const dialog = await screen.findByRole("dialog", { name: "Delete “Before the upgrade”?" });
    expect(within(dialog).getByText(/deletes its 600 answers/)).toBeInTheDocument();
    await user.click(within(dialog).getByRole("button", { name: "Delete run" }));
    await screen.findByText("“Before the upgrade” was deleted.");
    expect(router.state.location).toMatchObject({
      pathname: "/benchmarks",
      search: { tab: "runs" },
    });
  });

  it("starts the same run again", async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole("button", { name: "More" }));
    await user.click(screen.getByRole("menuitem", { name: "Run again" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/benchmarks/new-run"));
    expect(router.state.location.search).toMatchObject({ suite: "s1", models: "acme-one,zeta-2" });
  });

  it("changes title, concurrency and budget while it runs", async () => {
    const { user, named } = open({ "PATCH /api/bench/runs/r1": {} });
    await user.click(await screen.findByRole("button", { name: "Edit run" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit run" });
    const title = within(dialog).getByLabelText("Title");
    await user.clear(title);
    await user.type(title, "After");
    const atOnce = within(dialog).getByLabelText("Concurrent calls");
    await user.clear(atOnce);
    await user.type(atOnce, "50");
    const budget = within(dialog).getByLabelText("Budget (US dollars)");
    await user.clear(budget);
    await user.type(budget, "7.5");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(named("PATCH /api/bench/runs/r1")[0]?.body).toEqual({
        title: "After",
        concurrency: 50,
        budget_usd: 7.5,
      }),
    );
  });

  it("is read-only for others than its owner", async () => {
    open({ "GET /api/bench/runs/r1": aRun({ may_change: false }) });
    expect(await screen.findByRole("button", { name: "Export" })).toBeInTheDocument();
    for (const name of ["More", "Pause", "Edit run", /Retry failed/]) {
      expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
    }
  });

  it("offers all formats, and links to the comparison of its models", async () => {
    const { user } = open();
    const compare = await screen.findByRole("link", { name: "Compare runs" });
    expect(decodeURIComponent(compare.getAttribute("href") ?? "")).toBe(
      '/benchmarks/compare?entry=["r1:zeta-2#default","r1:acme-one#default"]',
    );
    await user.click(screen.getByRole("button", { name: "Export" }));
    expect(
      screen.getAllByRole("menuitem").map((item) => item.getAttribute("href")?.split("=")[1]),
    ).toEqual(["pdf", "csv", "parquet", "json"]);
  });

  it("shows pass@k and single scores if there are several", async () => {
    const scores = ["exact", "style"].map((name) => ({
      name,
      mean: 0.5,
      low: 0.4,
      high: 0.6,
      n: 9,
      method: "clt",
    }));
    const more = {
      scores,
      pass_at_k: { "1": 0.5, "2": 0.75 },
      pass_hat_k: { "1": 0.5, "2": 0.25 },
    };
    open({
      "GET /api/bench/runs/r1": aRun({ epochs: 2, lines: [aLine(more), zetaLine(more)] }),
    });
    const passes = await table("Across repeats");
    expect(within(passes).getByRole("columnheader", { name: "pass^2" })).toBeInTheDocument();
    expect(within(passes).getAllByText("75.0%")).toHaveLength(2);
    expect(
      within(await table("Individual scores")).getByRole("columnheader", { name: "style" }),
    ).toBeInTheDocument();
  });

  it("shows the error when it cannot be loaded", async () => {
    open({
      "GET /api/bench/runs/r1": () =>
        problem(404, "There is no such run.", { request_id: "req-7" }),
    });
    expect(
      await screen.findByRole("heading", { name: "There is no such run." }),
    ).toBeInTheDocument();
    expect(screen.getByText(/req-7/)).toBeInTheDocument();
  });
});
