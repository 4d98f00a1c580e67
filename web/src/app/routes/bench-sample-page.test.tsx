import { act, screen, waitFor, within } from "@testing-library/react";
import { problem } from "@tests/fake-arena";
import { aGridRow, anAnswer, aRunSample, openResults } from "@tests/fake-results";
import { FakeSocket } from "@tests/fake-socket";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";

const open = (search = "", more = {}) =>
  openResults(`/benchmarks/runs/r1/samples/6${search}`, more);

describe("the page of a sample", () => {
  it("shows every turn of a conversation", async () => {
    const turn = { finish: "stop", cached: false, input_tokens: 1, output_tokens: 1, total_ms: 9 };
    const turns = [
      { ...turn, question: "6 * 7?", answer: "42" },
      { ...turn, question: "Plus 1?", answer: "43" },
    ];
    open("", {
      "GET /api/bench/runs/r1/samples/6": aRunSample({
        answers: [anAnswer({ answer: "43", turns })],
      }),
    });
    expect(await screen.findByRole("region", { name: "Turn 1, User" })).toHaveTextContent("6 * 7?");
    expect(screen.getByRole("region", { name: "Turn 2, Answer from Acme One" })).toHaveTextContent(
      "43",
    );
  });

  it("shows the prompt and all answers", async () => {
    open("", {
      "GET /api/bench/runs/r1/samples/6": aRunSample({
        answers: [
          anAnswer(),
          anAnswer({
            key: "zeta-2#other",
            model_id: "zeta-2",
            model_name: "Zeta 2",
            prompt: "other",
            epoch: 2,
            outcome: "unparsed",
            answer: "",
            marks: [{ name: "exact", value: null, extracted: null, reason: "", details: {} }],
            cached: true,
            tries: 3,
            finish: "length",
          }),
        ],
      }),
    });
    await screen.findByRole("heading", { level: 1, name: "Sample 7" });
    expect(screen.getByRole("region", { name: "System" })).toHaveTextContent("Be short.");
    expect(screen.getByRole("region", { name: "Correct answer" })).toBeInTheDocument();
    for (const text of [
      "easy",
      "europe",
      "I think it is Paris.",
      "It is the target.",
      "100.0%",
      "90 → 14 tokens",
      "$0.0002",
    ]) {
      expect(screen.getAllByText(text)[0]).toBeInTheDocument();
    }
    for (const text of [
      "· other",
      "repeat 2",
      "The model gave an empty answer.",
      "nothing found",
      "cached",
      "3 attempts",
      "finish reason: length",
    ]) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
    expect(screen.getByRole("link", { name: "Before the upgrade" })).toHaveAttribute(
      "href",
      "/benchmarks/runs/r1?tab=samples",
    );
    await expectNoAxeViolations();
  });

  it("collapses the reasoning of judges", async () => {
    const verdicts = [
      { judge: "kestrel", score: 4, reasoning: "Short and right." },
      { judge: "maple", value: 0.5, reasoning: ["First order.", "Second order."] },
      { judge: "mute", score: null, reasoning: null },
    ];
    const { user } = open("", {
      "GET /api/bench/runs/r1/samples/6": aRunSample({
        answers: [
          anAnswer({
            marks: [
              {
                name: "style",
                value: 0.75,
                extracted: " I think it is Paris.",
                reason: "Good.",
                details: { verdicts },
              },
            ],
          }),
        ],
      }),
    });
    await user.click(await screen.findByText("Judge reasoning"));
    expect(screen.getByRole("region", { name: "kestrel: 4" })).toHaveTextContent(
      "Short and right.",
    );
    expect(screen.getByRole("region", { name: "maple: 0.5" })).toHaveTextContent(/First.*Second/s);
    expect(screen.getByText("The judge gave no readable verdict.")).toBeInTheDocument();
    expect(screen.getByText("full answer")).toBeInTheDocument();
  });

  it("shows why there is no answer, and the time of the next attempt", async () => {
    const next_try_at = new Date(2026, 0, 1, 12, 4, 10).toISOString();
    const lost = {
      answer: null,
      marks: [],
      error: "Slow down.",
      error_kind: "rate_limited",
      tries: 2,
    };
    open("", {
      "GET /api/bench/runs/r1/samples/6": aRunSample({
        target: null,
        prompts: { one: [{ role: "user", content: "A?" }], two: [{ role: "tool", content: "B?" }] },
        answers: [
          anAnswer({ ...lost, outcome: "retrying", next_try_at }),
          anAnswer({
            ...lost,
            key: "zeta-2",
            model_id: "zeta-2",
            model_name: "Zeta 2",
            outcome: "failed",
          }),
        ],
      }),
    });
    expect(await screen.findByText("rate limited · 3rd attempt at 12:04:10")).toBeInTheDocument();
    for (const text of [
      "rate limited",
      "No answer.",
      "No answer yet.",
      "This sample has no correct answer.",
      "Prompt “two”",
    ]) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
  });

  it("moves to the next and previous sample, by button and key", async () => {
    const { user, router } = open("", {
      "GET /api/bench/runs/r1/samples/7": aRunSample({
        sample: { ...aRunSample().sample, position: 7 },
        previous: 6,
        next: null,
      }),
    });
    await screen.findByRole("heading", { name: "Sample 7" });
    await user.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByRole("heading", { name: "Sample 8" });
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
    await user.keyboard("j");
    expect(router.state.location.pathname).toMatch(/7$/);
    await user.keyboard("{ArrowLeft}");
    await screen.findByRole("heading", { name: "Sample 7" });
    screen.getByRole("region", { name: "System" }).focus();
    await user.keyboard("{ArrowRight}");
    expect(router.state.location.pathname).toMatch(/6$/);
    await user.keyboard("j");
    await screen.findByRole("heading", { name: "Sample 8" });
  });

  it("stays in the filtered list, and loads more of it if needed", async () => {
    const { user, router } = open("?filter=wrong", {
      "GET /api/bench/runs/r1/samples": ({ request }: { request: Request }) =>
        request.url.includes("cursor=next")
          ? { rows: [aGridRow(19)], next_cursor: null }
          : { rows: [aGridRow(2), aGridRow(6)], next_cursor: "next" },
      "GET /api/bench/runs/r1/samples/19": aRunSample({
        sample: { ...aRunSample().sample, position: 19 },
      }),
    });
    expect(await screen.findByText("Filter: Wrong")).toBeInTheDocument();
    const next = screen.getByRole("button", { name: "Next" });
    await waitFor(() => expect(next).toBeEnabled());
    await user.click(next);
    await screen.findByRole("heading", { name: "Sample 20" });
    await waitFor(() => expect(screen.getByRole("button", { name: "Next" })).toBeDisabled());
    expect(router.state.location.search).toEqual({ filter: "wrong" });
    const back = screen.getByRole("link", { name: "Before the upgrade" });
    expect(back).toHaveAttribute("href", "/benchmarks/runs/r1?filter=wrong");
  });

  it("requests more of the list only once if that fails", async () => {
    const { user, named } = open("?filter=wrong", {
      "GET /api/bench/runs/r1/samples": ({ request }: { request: Request }) =>
        request.url.includes("cursor=next")
          ? problem(429, "Not so fast.")
          : { rows: [aGridRow(2), aGridRow(6)], next_cursor: "next" },
    });
    const asked = () => named("GET /api/bench/runs/r1/samples").length;
    await waitFor(() => expect(asked()).toBe(2));
    await user.tab();
    await user.tab();
    await user.tab();
    expect(asked()).toBe(2);
  });

  it("shows an answer as soon as it arrives", async () => {
    const { handlers } = open("", {
      "GET /api/bench/runs/r1/samples/6": aRunSample({ answers: [] }),
    });
    await screen.findByText("No answers yet.");
    handlers["GET /api/bench/runs/r1/samples/6"] = aRunSample();
    act(() => FakeSocket.last.accept());
    act(() => FakeSocket.last.tell({ type: "event", topic: "bench_run:r1", id: "" }));
    const said = await screen.findByRole("region", { name: "Answer from Acme One" });
    expect(within(said).getByText("I think it is Paris.")).toBeInTheDocument();
  });
});
