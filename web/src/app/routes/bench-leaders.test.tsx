import { act, screen, within } from "@testing-library/react";
import { aRunRow, openBench } from "@tests/fake-bench";
import { aSummary } from "@tests/fake-results";
import { FakeSocket } from "@tests/fake-socket";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";

const rows = async () =>
  within(await screen.findByRole("table"))
    .getAllByRole("row")
    .slice(1);

describe("the leaders in lists", () => {
  it("are shown with score, cost and duration of each run, and updated live", async () => {
    const finished = aRunRow({
      done: 2_400,
      status: "finished",
      created_at: "2026-01-01T00:00:00Z",
      finished_at: "2026-01-01T00:02:00Z",
    });
    const asked: string[] = [];
    let found = [aSummary({ prompt: "terse", tied: 2 })];
    openBench("/benchmarks?tab=runs", {
      "GET /api/bench/runs": { runs: [finished, aRunRow({ run_id: "r2" })], next_cursor: null },
      "GET /api/bench/summaries": ({ request }: { request: Request }) => {
        asked.push(...new URL(request.url).searchParams.getAll("run"));
        return { runs: found };
      },
    });
    expect((await screen.findAllByText("and 2 others")).length).toBeGreaterThan(0);
    expect(asked).toEqual(["r1", "r2"]);
    const [first, second] = await rows();
    expect(first).toHaveTextContent(
      /Z2Zeta 2terseand 2 others.*90\.0 \+1\.0\/−2\.0\$0\.752 minutes/,
    );
    expect(second).toHaveTextContent("–");
    await expectNoAxeViolations();
    found = [aSummary(), aSummary({ run_id: "r2", model_id: null, model_name: null, score: null })];
    act(() => {
      FakeSocket.last.accept();
      FakeSocket.last.tell({ type: "event", topic: "bench_runs", id: "r1" });
    });
    expect((await screen.findAllByText("no score yet")).length).toBeGreaterThan(0);
    expect(screen.queryByText("and 2 others")).not.toBeInTheDocument();
  });

  it("of the newest run are shown for each suite", async () => {
    openBench("/benchmarks", { "GET /api/bench/suite-summaries": { runs: [aSummary()] } });
    expect((await screen.findAllByText("Zeta 2")).length).toBeGreaterThan(0);
    const [suite] = await rows();
    expect(suite).toHaveTextContent(/Zeta 2.*90\.0 \+1\.0\/−2\.0\$0\.752 minutes/);
  });
});
