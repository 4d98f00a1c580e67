import { act, screen, waitFor, within } from "@testing-library/react";
import { problem } from "@tests/fake-arena";
import { aRunRow, aSchedule, aSuiteRow, openBench } from "@tests/fake-bench";
import { FakeSocket } from "@tests/fake-socket";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";

const needle = aSuiteRow({
  suite_id: "s2",
  name: "needle",
  title: "",
  description: "",
  origin: "included",
  tags: [],
  runs: 0,
  last_run_at: null,
});
const old = aSuiteRow({ suite_id: "s3", title: "Old one", archived: true });
const suites = (...rows: object[]) => ({
  "GET /api/bench/suites": { suites: rows, may_write: true },
});
const titles = () =>
  within(screen.getByRole("table"))
    .getAllByRole("link")
    .map((link) => link.textContent);

describe("the list of suites", () => {
  it("shows origin, size and last run", async () => {
    openBench("/benchmarks", suites(needle, aSuiteRow(), old));
    const table = await screen.findByRole("table");
    expect(titles()).toEqual(["Capital cities", "needle"]);
    for (const words of ["Manual", "Built-in", "2 hours ago", "never"]) {
      expect(within(table).getByText(words)).toBeInTheDocument();
    }
    expect(within(table).getAllByText("1,200")).toHaveLength(2);
    expect(screen.getByRole("link", { name: "Capital cities" })).toHaveAttribute(
      "href",
      "/benchmarks/suites/s1",
    );
    await expectNoAxeViolations();
  });

  it("searches, keeps the text in the URL, and shows the archive", async () => {
    const { user, router } = openBench("/benchmarks", suites(needle, aSuiteRow(), old));
    const box = await screen.findByRole("searchbox", { name: "Search suites" });
    await user.type(box, "geogr");
    await waitFor(() => expect(titles()).toEqual(["Capital cities"]));
    await user.type(box, "zzz");
    await screen.findByRole("heading", { name: "No suite matches" });
    await waitFor(() => expect(router.state.location.search).toEqual({ q: "geogrzzz" }));
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(titles()).toHaveLength(2));
    await user.click(screen.getByRole("switch", { name: "Archived (1)" }));
    await waitFor(() => expect(titles()).toEqual(["Old one"]));
    expect(router.state.location.search).toEqual({ show: "archived" });
  });

  it("explains an empty archive", async () => {
    openBench("/benchmarks?show=archived");
    expect(await screen.findByRole("heading", { name: "Nothing is archived" })).toBeInTheDocument();
  });

  it("explains an empty list and offers to fill it", async () => {
    openBench("/benchmarks", suites());
    expect(await screen.findByRole("heading", { name: "No suites yet" })).toBeInTheDocument();
    expect(screen.getAllByRole("link", { name: "New suite" })).toHaveLength(2);
  });

  it("offers only permitted actions", async () => {
    openBench("/benchmarks", { "GET /api/bench/suites": { suites: [], may_write: false } });
    await screen.findByRole("heading", { name: "No suites yet" });
    expect(screen.queryByRole("link", { name: "New suite" })).not.toBeInTheDocument();
  });

  it("asks visitors to sign in, and shows other errors", async () => {
    openBench("/benchmarks", {
      "GET /api/bench/suites": () => problem(401, "Sign in first."),
      "GET /api/bench/runs": () => problem(500, "It broke.", { request_id: "req_7" }),
    });
    await screen.findByRole("heading", { name: "Sign in to see benchmarks" });
    const links = screen.getAllByRole("link", { name: "Sign in" });
    expect(links.at(-1)).toHaveAttribute("href", "/sign-in?next=%2Fbenchmarks");
  });
});

describe("the list of runs", () => {
  it("shows status, progress and models, and updates live", async () => {
    let done = 600;
    const { named } = openBench("/benchmarks?tab=runs", {
      "GET /api/bench/runs": () => ({ runs: [aRunRow({ done })], next_cursor: null }),
    });
    const run = await screen.findByRole("link", { name: "Before the upgrade" });
    expect(run).toHaveAttribute("href", "/benchmarks/runs/r1");
    expect(screen.getAllByRole("progressbar")[0]).toHaveAttribute("aria-valuenow", "25");
    expect(screen.getAllByText("600 of 2,400").length).toBeGreaterThan(0);
    expect(screen.getByText("2 models")).toBeInTheDocument();
    await expectNoAxeViolations();
    done = 2_400;
    act(() => {
      FakeSocket.last.accept();
      FakeSocket.last.tell({ type: "event", topic: "bench_runs", id: "r1" });
    });
    await waitFor(() => expect(screen.queryByRole("progressbar")).not.toBeInTheDocument());
    expect(named("GET /api/bench/runs").length).toBeGreaterThan(1);
  });

  it("filters by status and suite in the URL, and loads more", async () => {
    const { user, router, calls } = openBench("/benchmarks?tab=runs", {
      "GET /api/bench/runs": ({ request }: { request: Request }) =>
        new URL(request.url).searchParams.has("cursor")
          ? { runs: [aRunRow({ run_id: "r2", title: "Second" })], next_cursor: null }
          : {
              runs: [aRunRow({ status: "stopped", reason: "The budget is used up.", done: 7 })],
              next_cursor: "c2",
            },
    });
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    expect(await screen.findByRole("link", { name: "Second" })).toBeInTheDocument();
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Stopped");
    await user.selectOptions(screen.getByRole("combobox", { name: "Suite" }), "Capital cities");
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ tab: "runs", status: "stopped", suite: "s1" }),
    );
    await waitFor(() => {
      const last = calls.findLast((call) => call.name === "GET /api/bench/runs");
      expect(last?.request.url).toContain("suite_id=s1&status=stopped");
    });
  });

  it("explains an empty list and an empty search", async () => {
    const { user } = openBench("/benchmarks?tab=runs&status=paused");
    await screen.findByRole("heading", { name: "No run matches" });
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await screen.findByRole("heading", { name: "No runs yet" })).toBeInTheDocument();
  });

  it("shows the error with its request id", async () => {
    openBench("/benchmarks?tab=runs", {
      "GET /api/bench/runs": () => problem(400, "It broke.", { request_id: "req_7" }),
    });
    expect(await screen.findByText("req_7")).toBeInTheDocument();
  });
});

describe("schedules", () => {
  const open = (more = {}) =>
    openBench("/benchmarks?tab=schedules", {
      "GET /api/bench/schedules": { schedules: [aSchedule()] },
      ...more,
    });

  it("lists them with their times in words", async () => {
    open();
    expect(await screen.findByText("in 12 hours")).toBeInTheDocument();
    expect(screen.getAllByText("Every day at 03:00 UTC").length).toBeGreaterThan(0);
    expect(screen.getByRole("link", { name: "Capital cities" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "New schedule" })).toHaveAttribute(
      "href",
      "/benchmarks/new-run?repeat=true",
    );
    await expectNoAxeViolations();
  });

  it("can be changed by people with permission, including those of others", async () => {
    openBench("/benchmarks?tab=schedules", {
      "GET /api/bench/schedules": { schedules: [aSchedule({ mine: false, may_change: true })] },
    });
    expect(await screen.findByRole("switch")).toBeInTheDocument();
  });

  it("shows why one could not start, and which are off", async () => {
    openBench("/benchmarks?tab=schedules", {
      "GET /api/bench/schedules": {
        schedules: [
          aSchedule({ problem: "The suite is in the archive." }),
          aSchedule({
            schedule_id: "c2",
            title: "",
            enabled: false,
            mine: false,
            may_change: false,
            next_at: null,
          }),
        ],
      },
    });
    expect(await screen.findByText("The suite is in the archive.")).toBeInTheDocument();
    expect(screen.getByText("off")).toBeInTheDocument();
    expect(screen.getAllByRole("switch")).toHaveLength(1);
  });

  it("turns one off and on", async () => {
    const { user, named } = open({ "PATCH /api/bench/schedules/c1": aSchedule() });
    await user.click(await screen.findByRole("switch", { name: "Every night is on" }));
    expect(await screen.findByText("Every night is off.")).toBeInTheDocument();
    expect(named("PATCH /api/bench/schedules/c1")[0]?.body).toEqual({ enabled: false });
  });

  it("starts one now and opens the run", async () => {
    const { user, router } = open({ "POST /api/bench/schedules/c1/run": { run_id: "r9" } });
    await user.click(await screen.findByRole("button", { name: "Actions for Every night" }));
    await user.click(screen.getByRole("menuitem", { name: "Run now" }));
    await screen.findByText("Every night has started.");
    await user.click(screen.getByRole("button", { name: "View run" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/benchmarks/runs/r9"));
  });

  it("asks before deleting, and shows errors", async () => {
    const { user, handlers } = open({
      "DELETE /api/bench/schedules/c1": () => problem(403, "It is not yours."),
    });
    const remove = async () => {
      await user.click(await screen.findByRole("button", { name: "Actions for Every night" }));
      await user.click(screen.getByRole("menuitem", { name: "Delete" }));
      const dialog = screen.getByRole("dialog", { name: "Delete “Every night”?" });
      await user.click(within(dialog).getByRole("button", { name: "Delete" }));
    };
    await remove();
    expect(await screen.findByText("The schedule could not be deleted.")).toBeInTheDocument();
    handlers["DELETE /api/bench/schedules/c1"] = () => new Response(null, { status: 204 });
    await remove();
    expect(await screen.findByText("Every night was deleted.")).toBeInTheDocument();
  });

  it("explains an empty list", async () => {
    openBench("/benchmarks?tab=schedules");
    expect(await screen.findByRole("heading", { name: "No schedules yet" })).toBeInTheDocument();
  });
});
