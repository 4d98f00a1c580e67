import { screen, waitFor, within } from "@testing-library/react";
import { problem } from "@tests/fake-arena";
import { aRunRow, aSample, aSpec, aSuite, openBench } from "@tests/fake-bench";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";
import type { Suite } from "@/features/benchmarks/api/bench";

const address = "/benchmarks/suites/s1";
const full = aSuite({
  clusters: 12,
  spec: aSpec({
    system: "You know cities.",
    few_shot: { count: 3, seed: 0, answer: "{{ target }}", question: null },
    params: { temperature: 0, stop: ["END"] },
    pass_at: 0.5,
    scores: [
      ...aSpec().scores,
      {
        name: "kind",
        scorer: "rubric",
        extract: null,
        target: "{{ answer }}",
        options: { rubric: "Be kind." },
        weight: 0,
        negate: true,
        threshold: 0.7,
      },
      { ...aSpec().scores[0], name: "gone", scorer: "gone", weight: 2 } as never,
    ],
  }),
});

describe("a suite", () => {
  it("shows prompts, scoring and samples", async () => {
    openBench(address, {
      "GET /api/bench/suites/s1": full,
      "GET /api/bench/runs": { runs: [aRunRow()], next_cursor: null },
    });
    expect(await screen.findByRole("heading", { name: "Capital cities" })).toBeInTheDocument();
    await screen.findByText("Exact match.");
    for (const words of [
      "You know cities.",
      "{{ question }}",
      "Includes 3 few-shot examples.",
      "temperature 0",
      "An answer is correct when its combined score reaches 0.5 (0 to 1).",
      "After “Answer:”",
      "Be kind.",
      "shown, does not count",
      "inverted",
      "1 at 0.7 or above, otherwise 0",
      "asks a judge",
      "This scorer is not installed.",
      "weight 2",
    ]) {
      expect(screen.getAllByText(words, { exact: false }).length, words).toBeGreaterThan(0);
    }
    expect(await screen.findByText("Paris")).toBeInTheDocument();
    expect(await screen.findByRole("link", { name: "Before the upgrade" })).toHaveAttribute(
      "href",
      "/benchmarks/runs/r1",
    );
    await expectNoAxeViolations();
  });

  it("shows the scores over time if there are several runs", async () => {
    const point = (at: string, mean: number) => ({
      run_id: at,
      run_title: "Nightly",
      created_at: at,
      version: 2,
      model_id: "acme-one",
      model_name: "Acme One",
      prompt: "default",
      score: { mean, low: mean - 0.1, high: mean + 0.1, method: "wilson", n: 100, se: 0.05 },
    });
    openBench(address, {
      "GET /api/bench/history": {
        points: [point("2026-01-01T00:00:00Z", 0.5), point("2026-01-02T00:00:00Z", 0.7)],
      },
    });
    expect(await screen.findByRole("heading", { name: "History" })).toBeInTheDocument();
    expect(await screen.findByRole("heading", { name: "Scores over time" })).toBeInTheDocument();
  });

  it("keeps the page of samples in the URL", async () => {
    const { user, router, calls } = openBench(address, {
      "GET /api/bench/suites/s1/samples": ({ request }: { request: Request }) => {
        const first = Number(new URL(request.url).searchParams.get("first"));
        return { samples: [aSample({ position: first, target: `T${first}` })], total: 1_200 };
      },
    });
    await screen.findByText("T0");
    await user.click(screen.getByRole("button", { name: "Next page" }));
    expect(await screen.findByText("T20")).toBeInTheDocument();
    expect(screen.getByText("21–40 of 1,200")).toBeInTheDocument();
    expect(router.state.location.search).toEqual({ page: 2 });
    expect(calls.at(-1)?.request.url).toContain("version=2");
    await user.click(screen.getByRole("button", { name: "Previous page" }));
    await screen.findByText("T0");
  });

  it("lists its versions with their authors", async () => {
    const [newest] = aSuite().versions;
    const version = (number: number, label: string, created_by: string | null) =>
      ({ ...newest, number, label, created_by }) as Suite["versions"][number];
    openBench(address, {
      "GET /api/bench/suites/s1": aSuite({
        versions: [version(3, "spring", "Ada"), version(2, "2", null), version(1, "1", null)],
      }),
    });
    const lines = await screen.findAllByRole("link", { name: /^Version \d$/ });
    const said = lines.map((line) => line.closest("li")?.textContent);
    expect(said[0]).toMatch(/^Version 3 · labeled “spring”1,200 samples · .* · by Ada$/);
    expect(said[1]).toMatch(/^Version 21,200 samples · 5 hours agoRestore version 2$/);
    expect(said[2]).toMatch(/^Version 11,200 samples/);
  });

  it("shows old versions with a link to the latest", async () => {
    const { user, router } = openBench(address, {
      "GET /api/bench/suites/s1": ({ request }: { request: Request }) =>
        request.url.includes("version=1") ? aSuite({ number: 1 }) : aSuite(),
    });
    await user.click(await screen.findByRole("link", { name: "Version 1" }));
    await screen.findByText("This is version 1. The latest is version 2.");
    expect(screen.getByRole("link", { name: "Run suite" })).toHaveAttribute(
      "href",
      "/benchmarks/new-run?suite=s1&version=1",
    );
    await user.click(screen.getByRole("button", { name: "Show latest" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("shows the notes of its versions and compares two", async () => {
    const [newest, oldest] = aSuite().versions;
    const parts = (kind: "removed" | "added", text: string) => [{ kind, text }];
    const { user, router, named } = openBench(address, {
      "GET /api/bench/suites/s1": aSuite({
        versions: [{ ...newest, note: "Ask in one word" }, oldest] as Suite["versions"],
      }),
      "GET /api/bench/suites/s1/diff": {
        old: 1,
        new: 2,
        added: 1,
        removed: 1,
        hunks: [
          {
            lines: [
              { kind: "removed", old_number: 1, new_number: null, parts: parts("removed", "a") },
              { kind: "added", old_number: null, new_number: 1, parts: parts("added", "b") },
            ],
          },
        ],
      },
    });
    expect(await screen.findByText("Ask in one word")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Compare" }));
    expect(await screen.findByText("1 line added, 1 removed")).toBeInTheDocument();
    const changes = screen.getByRole("region", { name: "Changes from version 1 to version 2" });
    expect(changes).toHaveTextContent("Removed: a");
    expect(changes).toHaveTextContent("Added: b");
    expect(router.state.location.search).toEqual({ old: 1, new: 2 });
    await expectNoAxeViolations();
    await user.selectOptions(screen.getByLabelText("Older version"), "Version 2");
    await waitFor(() =>
      expect(named("GET /api/bench/suites/s1/diff").at(-1)?.request.url).toContain("old=2&new=2"),
    );
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(router.state.location.search).toEqual({});
  });

  it("restores an earlier version as a new one", async () => {
    const { user, router, named, handlers } = openBench(`${address}?version=1`, {
      "GET /api/bench/suites/s1": ({ request }: { request: Request }) =>
        request.url.includes("version=1") ? aSuite({ number: 1 }) : aSuite(),
      "POST /api/bench/suites/s1/rollback": aSuite({ number: 3 }),
    });
    await user.click(await screen.findByRole("button", { name: "Restore" }));
    expect(await screen.findByText("Version 1 was restored as version 3.")).toBeInTheDocument();
    expect(named("POST /api/bench/suites/s1/rollback")[0]?.body).toEqual({ version: 1 });
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    handlers["POST /api/bench/suites/s1/rollback"] = aSuite({ number: 2 });
    expect(screen.queryByRole("button", { name: "Restore version 2" })).not.toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "Restore version 1" }));
    await screen.findByText("Version 1 has the same content as the latest version.");
  });

  it("can be archived with an undo, and offers its file", async () => {
    const { user, named, handlers } = openBench(address, {
      "DELETE /api/bench/suites/s1": () => new Response(null, { status: 204 }),
      "POST /api/bench/suites/s1/restore": () => new Response(null, { status: 204 }),
    });
    await screen.findByRole("link", { name: "Edit" });
    await screen.findByRole("link", { name: "Run suite" });
    await user.click(screen.getByRole("button", { name: "More" }));
    expect(screen.getByRole("menuitem", { name: "Download YAML" })).toHaveAttribute(
      "href",
      "/api/bench/suites/s1/file?version=2",
    );
    expect(screen.getByRole("menuitem", { name: "Download samples" })).toHaveAttribute(
      "href",
      "/api/bench/suites/s1/file?version=2&part=samples",
    );
    handlers["GET /api/bench/suites/s1"] = aSuite({ archived: true });
    await user.click(screen.getByRole("menuitem", { name: "Archive" }));
    await screen.findByText("Capital cities is archived. Its runs are kept.");
    await screen.findByText(/It cannot start new runs/);
    expect(screen.queryByRole("link", { name: "Run suite" })).not.toBeInTheDocument();
    handlers["GET /api/bench/suites/s1"] = aSuite();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Capital cities was unarchived.")).toBeInTheDocument();
    expect(named("POST /api/bench/suites/s1/restore")).toHaveLength(1);
  });

  it("can be copied by people who may not change it", async () => {
    const { user, router } = openBench(address, {
      "GET /api/bench/suites/s1": aSuite({ may_change: false, origin: "included" }),
    });
    await screen.findByRole("link", { name: "Run suite" });
    expect(screen.queryByRole("link", { name: "Edit" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "More" }));
    expect(screen.queryByRole("menuitem", { name: "Archive" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("menuitem", { name: "Make a copy" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ from: "s1" }));
    await screen.findByRole("heading", { name: "New suite" });
    await user.click(screen.getByRole("button", { name: /Name and save/ }));
    expect(await screen.findByLabelText("Name")).toHaveValue("capitals-copy");
  });

  it("shows an error if it does not exist", async () => {
    openBench("/benchmarks/suites/nope", {
      "GET /api/bench/suites/nope": () => problem(404, "This suite does not exist."),
    });
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByText("This suite does not exist.")).toBeInTheDocument();
  });
});
