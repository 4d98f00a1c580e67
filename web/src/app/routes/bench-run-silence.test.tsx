import { act, screen, within } from "@testing-library/react";
import { aRun, openResults } from "@tests/fake-results";
import { describe, expect, it } from "vitest";

const open = (more = {}) => openResults("/benchmarks/runs/r1", more);

describe("the page of a run that waits for a server", () => {
  it("names a server that does not answer and offers to stop", async () => {
    const silent = {
      address: "http://127.0.0.1:9",
      models: ["acme-one"],
      since: "2026-01-01T00:00:00Z",
      seconds: 25,
      error: "No connection to the model server could be made.",
    };
    open({ "GET /api/bench/runs/r1": aRun({ status: "running", silent: [silent] }) });
    const notice = await screen.findByRole("alert", { name: "Servers that do not answer" });
    expect(notice).toHaveTextContent("No answer from http://127.0.0.1:9 (Acme One)");
    expect(notice).toHaveTextContent("for 25 seconds. No connection to the model server");
    expect(within(notice).getByRole("button", { name: "Pause run" })).toBeEnabled();
    act(() => within(notice).getByRole("button", { name: "Cancel run" }).click());
    expect(await screen.findByRole("dialog")).toHaveTextContent("Cancel “Before the upgrade”?");
  });
});
