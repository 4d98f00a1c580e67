import { act, screen, waitFor, within } from "@testing-library/react";
import { aLine, aRun, aVerdict, openResults, zetaLine } from "@tests/fake-results";
import { FakeSocket } from "@tests/fake-socket";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";

const open = (more = {}, search = "") => openResults(`/benchmarks/runs/r1${search}`, more);
const table = (name: string) => screen.findByRole("table", { name });

describe("the page of a run in tabs", () => {
  it("opens with the verdict, then the numbers, the charts and the tables", async () => {
    open({
      "GET /api/bench/runs/r1/verdict": aVerdict({
        leaders: ["zeta-2"],
        unclear: ["acme-one"],
        sentence: "Zeta 2 leads with 90.0%; there is no clear difference from Acme One.",
      }),
      "GET /api/bench/runs/r1": aRun({ lines: [aLine(), zetaLine({ cost_usd: 0.5 })] }),
    });
    const verdict = await screen.findByRole("heading", { level: 2, name: /^Zeta 2 leads/ });
    const places = [
      verdict,
      screen.getByText("Highest score"),
      screen.getByRole("heading", { name: "Scores so far" }),
      await table("Results"),
    ];
    for (const [index, place] of places.slice(1).entries()) {
      const before = places[index]?.compareDocumentPosition(place) ?? 0;
      expect(before & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    }
    expect(screen.getByText(/16 \(3%\) of all answers were unreadable/)).toBeVisible();
    expect(screen.getByText("Cheapest of the 2 leading").nextSibling).toHaveTextContent(
      "$0.50 Zeta 2",
    );
    const [, leader, second] = within(await table("Results")).getAllByRole("row");
    expect(leader).toHaveTextContent("leader");
    expect(second).toHaveTextContent("−8.8 (−11.0 to −6.0)");
  });

  it("is compared again when it ends", async () => {
    const { handlers, named } = open();
    await screen.findByRole("heading", { name: /^After 600 of 2,400/ });
    handlers["GET /api/bench/runs/r1"] = aRun({ done: 2_400, status: "finished" });
    handlers["GET /api/bench/runs/r1/verdict"] = aVerdict({ sentence: "Zeta 2 leads with 91.0%." });
    act(() => FakeSocket.last.accept());
    act(() => FakeSocket.last.tell({ type: "event", topic: "bench_run:r1", id: "" }));
    expect(await screen.findByRole("heading", { name: "Zeta 2 leads with 91.0%." })).toBeVisible();
    expect(named("GET /api/bench/runs/r1/verdict")).toHaveLength(2);
  });

  it("has tabs with addresses", async () => {
    const { user, router } = open();
    const tabs = await screen.findByRole("navigation", { name: "Parts of this run" });
    expect(within(tabs).getByRole("link", { name: "Summary" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await user.click(within(tabs).getByRole("link", { name: "Settings" }));
    expect(await screen.findByText("Repeats per sample")).toBeVisible();
    expect(router.state.location.search).toEqual({ tab: "settings" });
    expect(screen.queryByRole("heading", { name: /^After 600/ })).not.toBeInTheDocument();
    await user.click(within(tabs).getByRole("link", { name: "Errors 6" }));
    const trouble = within(await table("Errors")).getAllByRole("row");
    expect(trouble[1]).toHaveTextContent("overloaded6");
    expect(trouble[1]).toHaveTextContent("529: Try again in a while.");
    await expectNoAxeViolations();
    await user.click(within(tabs).getByRole("link", { name: "Samples 1,200" }));
    expect(await table("Samples")).toBeVisible();
    await user.click(within(tabs).getByRole("link", { name: "Summary" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("has no errors to show", async () => {
    open({ "GET /api/bench/runs/r1": aRun({ lines: [aLine({ errors: [] })] }) }, "?tab=errors");
    expect(await screen.findByRole("heading", { name: "No problems found" })).toBeVisible();
  });

  it("tells two prompts of one model apart", async () => {
    const lines = ["main", "terse"].map((prompt) => aLine({ key: `acme-one#${prompt}`, prompt }));
    open({ "GET /api/bench/runs/r1": aRun({ prompts: ["main", "terse"], lines }) }, "?tab=samples");
    const heads = within(await table("Samples")).getAllByRole("columnheader");
    expect(heads.slice(2).map((head) => head.textContent)).toEqual([
      "AOAcme One · mainAcme One · main",
      "AOAcme One · terseAcme One · terse",
    ]);
  });
});
