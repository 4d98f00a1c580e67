import { act, screen, waitFor } from "@testing-library/react";
import { openResults } from "@tests/fake-results";
import { FakeUpload } from "@tests/fake-upload";
import { describe, expect, it, vi } from "vitest";

const file = new File(["{}"], "run.json", { type: "application/json" });

describe("importing a run", () => {
  it("opens the imported run, and shows what a file lacks", async () => {
    vi.stubGlobal("XMLHttpRequest", FakeUpload);
    const { user, router } = openResults("/benchmarks?tab=runs");
    await screen.findByRole("button", { name: "Import a run" });
    const input = screen.getByLabelText("JSON export of a run");
    await user.upload(input, file);
    act(() => FakeUpload.last.answer(422, { title: "This is no run.", status: 422 }));
    expect(await screen.findByText("This is no run.")).toBeInTheDocument();
    await user.upload(input, file);
    expect(FakeUpload.last.path).toBe("/api/bench/runs/import");
    const done = { run_id: "r1", suite_id: "s1", results: 1_200, new_suite: false };
    act(() => FakeUpload.last.answer(201, done));
    expect(await screen.findByText("Imported, with 1,200 answers.")).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.pathname).toBe("/benchmarks/runs/r1"));
  });

  it("is not offered if only moderators may import", async () => {
    openResults("/benchmarks?tab=runs", {
      "GET /api/bench/suites": { suites: [], may_write: true, may_import: false },
    });
    await screen.findByText("Before the upgrade");
    expect(await screen.findByRole("link", { name: "New run" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Import a run" })).not.toBeInTheDocument();
  });
});
