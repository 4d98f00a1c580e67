import { screen, waitFor, within } from "@testing-library/react";
import { problem } from "@tests/fake-arena";
import { anEstimate, aSpec, aSuite, openBench } from "@tests/fake-bench";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it, vi } from "vitest";

const ready = "/benchmarks/new-run?suite=s1&models=acme-one,zeta-2";
type User = ReturnType<typeof openBench>["user"];

async function addModel(user: User, name: string, button = "Add a model") {
  await user.click(await screen.findByRole("button", { name: button }));
  await user.click(await screen.findByRole("option", { name: new RegExp(name) }));
}

describe("preparing a run", () => {
  it("shows the estimate in plain words", async () => {
    const { user, router, named } = openBench("/benchmarks/new-run", {
      "POST /api/bench/estimate": anEstimate({ warnings: ["The price of Zeta 2 is unknown."] }),
    });
    expect(
      await screen.findByRole("button", { name: "Estimate Choose a suite and a model" }),
    ).toBeInTheDocument();
    await screen.findByText("Choose a suite and a model to see an estimate.");
    expect(screen.getByRole("button", { name: "Start" })).toBeDisabled();
    await user.selectOptions(await screen.findByLabelText("Suite"), "Capital cities");
    await addModel(user, "Acme One");
    await addModel(user, "Zeta 2");
    expect(await screen.findByText("2,400")).toBeInTheDocument();
    for (const words of [
      "200 cached",
      "$1.25",
      "at most $9.00",
      "about 5 minutes",
      "120k in",
      "Scores near 50% have an error margin of ±2.8 points.",
      /Differences of 5\.7 points/,
      "The price of Zeta 2 is unknown.",
    ]) {
      expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    }
    expect(router.state.location.search).toEqual({ suite: "s1", models: "acme-one,zeta-2" });
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    await user.click(
      screen.getByRole("button", { name: "Cost: $1.25, about 5 minutes 2,400 calls · 1 warning" }),
    );
    expect(scrolled).toHaveBeenCalledOnce();
    await expectNoAxeViolations();
    // Remove the first model: on a slow machine the other one may already have been requested alone and cached.
    await user.click(screen.getByRole("button", { name: "Remove Acme One" }));
    await waitFor(() => {
      const last = named("POST /api/bench/estimate").at(-1)?.body as { models: string[] };
      expect(last.models).toEqual(["zeta-2"]);
    });
  });

  it("starts with all settings and opens the run", async () => {
    const { user, router, named } = openBench(ready, {
      "GET /api/bench/suites/s1": aSuite({
        spec: aSpec({ prompts: { plain: "{{ question }}", kind: "Please: {{ question }}" } }),
      }),
      "POST /api/bench/runs": { run_id: "r9" },
    });
    await user.click(await screen.findByRole("button", { name: "kind" }));
    await user.type(screen.getByLabelText("Samples"), "100");
    await user.type(screen.getByLabelText("Repeats per sample"), "2");
    await user.type(screen.getByLabelText("Budget (US dollars)"), "0.5");
    await user.type(screen.getByLabelText("Title"), "Second try");
    await user.click(screen.getByText("More settings"));
    await user.type(screen.getByLabelText("Temperature"), "0.7");
    await user.type(screen.getByLabelText("Max output tokens"), "300");
    await user.type(screen.getByLabelText("Concurrent calls"), "8");
    await user.click(screen.getByRole("switch", { name: "Use cached answers" }));
    await user.type(screen.getByLabelText("Webhook"), "nonsense");
    expect(
      screen.getByText("Enter a URL that starts with https:// or http://."),
    ).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Start" })).toBeDisabled();
    await user.clear(screen.getByLabelText("Webhook"));
    await user.type(screen.getByLabelText("Webhook"), "https://example.org/hook");
    await user.selectOptions(screen.getByLabelText("Version"), "Version 1");
    await user.selectOptions(screen.getByLabelText("Version"), "Latest (2)");
    await user.click(await screen.findByRole("button", { name: "kind" }));
    await user.click(screen.getByRole("button", { name: "Start" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/benchmarks/runs/r9"));
    const [sent] = named("POST /api/bench/runs");
    expect(sent?.request.headers.get("idempotency-key")).toBeTruthy();
    expect(sent?.body).toEqual({
      suite_id: "s1",
      version: null,
      title: "Second try",
      models: ["acme-one", "zeta-2"],
      prompts: ["kind"],
      epochs: 2,
      samples: 100,
      params: { temperature: 0.7, max_tokens: 300, stop: [] },
      judges: [],
      concurrency: 8,
      use_cache: false,
      budget_usd: 0.5,
      webhook_url: "https://example.org/hook",
    });
  });

  it("starts the run once, even if pressed again after a lost response", async () => {
    const { user, named, router, handlers } = openBench(ready, {
      "POST /api/bench/runs": () => problem(503, "Not now.", { request_id: "req_5" }),
    });
    await screen.findByText("2,400");
    await user.click(screen.getByRole("button", { name: "Start" }));
    await screen.findByText("The run could not be started.");
    handlers["POST /api/bench/runs"] = { run_id: "r9" };
    await user.click(screen.getByRole("button", { name: "Start" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/benchmarks/runs/r9"));
    const keys = named("POST /api/bench/runs").map((call) =>
      call.request.headers.get("idempotency-key"),
    );
    expect(new Set(keys).size).toBe(1);
  });

  it("asks for judges if a score needs one", async () => {
    const { user, named } = openBench(ready, {
      "GET /api/bench/suites/s1": aSuite({
        spec: aSpec({ scores: [{ ...aSpec().scores[0], scorer: "rubric" } as never] }),
      }),
      "POST /api/bench/estimate": anEstimate({ judge_calls: 2_400, cost_usd: null, seconds: null }),
    });
    await screen.findByText("This suite needs a judge model.");
    await addModel(user, "Zeta 2", "Add a judge");
    expect(await screen.findByText("Judge calls")).toBeInTheDocument();
    expect(screen.getAllByText("unknown").length).toBeGreaterThan(1);
    await waitFor(() =>
      expect(named("POST /api/bench/estimate").at(-1)?.body).toMatchObject({ judges: ["zeta-2"] }),
    );
  });

  it("shows why there is no estimate", async () => {
    openBench(ready, {
      "POST /api/bench/estimate": () => problem(422, "That cannot run.", { detail: "No model." }),
    });
    expect(await screen.findByText("That cannot run. No model.")).toBeInTheDocument();
    expect(
      screen.getByRole("button", { name: "Estimate unavailable Show estimate" }),
    ).toBeVisible();
  });

  it("can be saved as a schedule", async () => {
    const { user, router, named } = openBench(`${ready}&repeat=true`, {
      "POST /api/bench/schedules": { title: "Nightly", suite_name: "capitals" },
    });
    const when = await screen.findByLabelText("When");
    await user.selectOptions(when, "Every Monday at 06:00");
    expect(screen.getByText("Every Monday at 06:00 UTC")).toBeInTheDocument();
    await user.selectOptions(when, "Custom");
    const own = screen.getByLabelText("Cron expression (UTC)");
    await user.clear(own);
    await user.type(own, "soon");
    expect(screen.getByText(/five fields separated by spaces/)).toBeInTheDocument();
    await user.clear(own);
    await user.type(own, "30 4 * * 0");
    await user.type(await screen.findByLabelText("Title"), "Nightly");
    await user.click(screen.getByRole("button", { name: "Save schedule" }));
    expect(await screen.findByText("Nightly was saved.")).toBeInTheDocument();
    expect(router.state.location.search).toEqual({ tab: "schedules" });
    expect(named("POST /api/bench/schedules")[0]?.body).toMatchObject({
      suite_id: "s1",
      title: "Nightly",
      cron: "30 4 * * 0",
      enabled: true,
      wanted: { models: ["acme-one", "zeta-2"] },
    });
  });

  it("links to a new suite if there is none, and denies access to others", async () => {
    const { user, router, queries, handlers } = openBench("/benchmarks/new-run", {
      "GET /api/bench/suites": { suites: [], may_write: true },
    });
    const main = await screen.findByRole("main");
    await user.click(await within(main).findByRole("link", { name: "New suite" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/benchmarks/suites/new"));
    handlers["GET /api/bench/suites"] = { suites: [], may_write: false };
    await queries.invalidateQueries();
    await router.navigate({ to: "/benchmarks/new-run" });
    expect(await screen.findByText(/You can view benchmarks/)).toBeInTheDocument();
  });
});
