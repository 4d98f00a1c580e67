import { screen } from "@testing-library/react";
import { aRun, openResults } from "@tests/fake-results";
import { describe, expect, it } from "vitest";

const LABEL = "Overrides of the suite's settings";

describe("the parameters of a run", () => {
  it("are shown if they are set, with a note", async () => {
    openResults("/benchmarks/runs/r1?tab=settings", {
      "GET /api/bench/runs/r1": aRun({ params: { temperature: 0.7, max_tokens: 300, stop: [] } }),
    });
    expect(await screen.findByText(LABEL)).toBeInTheDocument();
    expect(screen.getByText("temperature 0.7")).toBeInTheDocument();
    expect(screen.getByText("max_tokens 300")).toBeInTheDocument();
    expect(screen.queryByText(/^stop/)).not.toBeInTheDocument();
    expect(
      screen.getByText(/additional tokens for thinking\. Parameters that a model does not/),
    ).toBeInTheDocument();
  });

  it("are hidden if none are set", async () => {
    openResults("/benchmarks/runs/r1?tab=settings");
    await screen.findByText("Repeats per sample");
    expect(screen.queryByText(LABEL)).not.toBeInTheDocument();
  });
});
