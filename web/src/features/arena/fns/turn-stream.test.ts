import { FakeStream, problem } from "@tests/fake-arena";
import { describe, expect, it, vi } from "vitest";
import { Problem } from "@/lib/problem";
import { onSignInCheck } from "@/lib/sign-in-check";
import { followTurn, type TurnEvent } from "./turn-stream";

const flush = () => new Promise((resolve) => setTimeout(resolve, 0));

function setUp(options: { battleId?: string; noOpen?: boolean } = {}) {
  const events: TurnEvent[] = [];
  const streams: (FakeStream | Error)[] = [];
  const resumes: (string | undefined)[] = [];
  const waits: number[] = [];
  const abort = new AbortController();
  const next = async () => {
    const stream = streams.shift();
    if (!stream) throw new Error("No stream was prepared.");
    if (stream instanceof Error) throw stream;
    return stream.response;
  };
  const open = vi.fn((_: AbortSignal) => next());
  const begin = () =>
    followTurn({
      ...(options.noOpen ? {} : { open }),
      ...(options.battleId ? { battleId: options.battleId } : {}),
      resume: (_, lastEventId) => {
        resumes.push(lastEventId);
        return next();
      },
      onEvent: (event) => events.push(event),
      signal: abort.signal,
      wait: async (milliseconds) => {
        waits.push(milliseconds);
      },
      random: () => 1,
    });
  return { events, streams, resumes, waits, abort, open, begin };
}

const types = (events: TurnEvent[]) => events.map((event) => event.type);

describe("following a turn", () => {
  it("goes from start to done", async () => {
    const { events, streams, begin, resumes } = setUp();
    const stream = new FakeStream();
    streams.push(stream);
    const turn = begin();
    stream.start();
    stream.text(": ping\n\n");
    stream.event("delta", { left: "a", right: "b" }, "1.2");
    stream.event("something new");
    stream.event("done");
    await turn;
    expect(types(events)).toEqual(["start", "delta", "done"]);
    expect(events[1]).toMatchObject({ left: "a", right: "b", lastEventId: "1.2" });
    expect(resumes).toEqual([]);
  });

  it("resumes a dropped stream at the last event, with increasing delays", async () => {
    const { events, streams, begin, resumes, waits } = setUp();
    const [first, second] = [new FakeStream(), new FakeStream()];
    streams.push(first, Problem.unreachable(undefined), Problem.unreachable(undefined), second);
    const turn = begin();
    first.start();
    first.event("delta", { left: "a", right: "" }, "1.1");
    await flush();
    first.break();
    second.event("delta", { left: "b", right: "c" }, "1.3");
    second.event("void", { message: "Sorry." });
    await turn;
    expect(resumes).toEqual(["1.1", "1.1", "1.1"]);
    expect(types(events)).toEqual([
      "start",
      "delta",
      "dropped",
      "dropped",
      "dropped",
      "delta",
      "void",
    ]);
    expect(waits).toEqual([400, 800, 1_600]);
  });

  it.each([
    [{ message: "Sorry." }, "void"],
    [{ message: "Sorry.", status: "open" }, "open"],
    [{ message: "Sorry.", status: "voted" }, "voted"],
    [{ message: "Sorry.", status: "of a later version" }, "void"],
  ])("says what a failed turn makes of its battle: %o", async (data, status) => {
    const { events, streams, begin } = setUp();
    const stream = new FakeStream();
    streams.push(stream);
    const turn = begin();
    stream.start();
    stream.event("void", data);
    await turn;
    expect(events.at(-1)).toEqual({ type: "void", message: "Sorry.", status });
  });

  it("resumes a silent stream, but not one with heartbeats", async () => {
    vi.useFakeTimers();
    const { events, streams, begin, resumes } = setUp();
    const [first, second] = [new FakeStream(), new FakeStream()];
    streams.push(first, second);
    const turn = begin();
    first.start();
    first.event("delta", { left: "a", right: "" }, "1.1");
    for (let seconds = 0; seconds < 120; seconds += 10) {
      await vi.advanceTimersByTimeAsync(10_000);
      first.text(": still here\n\n");
    }
    expect(resumes).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(resumes).toEqual(["1.1"]);
    expect(first.cancelled).toBe(true);
    second.event("done");
    await turn;
    vi.useRealTimers();
    expect(types(events)).toEqual(["start", "delta", "dropped", "done"]);
  });

  it("retries with the same key when the prompt gets no response", async () => {
    vi.useFakeTimers();
    const { streams, begin, open } = setUp();
    const second = new FakeStream();
    open.mockImplementationOnce(
      (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    );
    streams.push(second);
    const turn = begin();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(open).toHaveBeenCalledTimes(2);
    second.start();
    second.event("done");
    await turn;
    vi.useRealTimers();
  });

  it("reconnects when the server shuts down or a stream ends early", async () => {
    const { streams, begin, resumes } = setUp({ battleId: "b1", noOpen: true });
    const [first, second, third] = [new FakeStream(), new FakeStream(), new FakeStream()];
    streams.push(first, second, third);
    const turn = begin();
    first.event("delta", { left: "a", right: "" }, "1.1");
    first.event("shutdown");
    second.end();
    third.event("done");
    await turn;
    expect(first.cancelled).toBe(true);
    expect(resumes).toEqual([undefined, "1.1", "1.1"]);
  });

  it("resends the prompt until the battle has an id, but not forever", async () => {
    const { streams, begin, open } = setUp();
    for (let count = 0; count < 5; count += 1) {
      const stream = new FakeStream();
      stream.end();
      streams.push(stream);
    }
    await expect(begin()).rejects.toMatchObject({ status: 0 });
    expect(open).toHaveBeenCalledTimes(3);
  });

  it("returns a refused prompt", async () => {
    const { streams, begin } = setUp();
    streams.push(Problem.fromResponse(problem(429, "Slow down."), { title: "Slow down." }));
    await expect(begin()).rejects.toMatchObject({ status: 429 });
  });

  it("joins a battle that its own earlier attempt has started", async () => {
    const { streams, begin, resumes } = setUp();
    const stream = new FakeStream();
    streams.push(new Problem({ title: "Still running.", status: 409, battle_id: "b7" }), stream);
    const turn = begin();
    stream.event("done");
    await turn;
    expect(resumes).toEqual([undefined]);
  });

  it("waits as long as the server says, and gives up on permanent errors", async () => {
    const { streams, begin, waits } = setUp({ battleId: "b1", noOpen: true });
    const later = new Problem(
      { title: "Busy.", status: 503 },
      { retryAt: new Date(Date.now() + 60_000) },
    );
    streams.push(later, new Problem({ title: "Gone.", status: 404 }));
    await expect(begin()).rejects.toMatchObject({ status: 404 });
    expect(waits[0]).toBeGreaterThan(50_000);
  });

  it("ends when the user was signed out, and does not reconnect", async () => {
    const { events, streams, begin, resumes } = setUp();
    const doubted = vi.fn();
    const end = onSignInCheck(doubted);
    const stream = new FakeStream();
    streams.push(stream);
    const turn = begin();
    stream.start();
    stream.event("auth");
    await expect(turn).rejects.toMatchObject({ status: 401, title: "You were signed out." });
    end();
    expect(doubted).toHaveBeenCalledOnce();
    expect(types(events)).toEqual(["start"]);
    expect(resumes).toEqual([]);
  });

  it("reports nothing after it was aborted", async () => {
    const { events, streams, abort, begin } = setUp();
    const stream = new FakeStream();
    streams.push(stream);
    const turn = begin();
    stream.start();
    await flush();
    abort.abort();
    stream.break();
    await turn;
    expect(types(events)).toEqual(["start"]);
  });

  it("survives data that is not JSON", async () => {
    const { events, streams, begin } = setUp({ battleId: "b1", noOpen: true });
    const stream = new FakeStream();
    streams.push(stream);
    const turn = begin();
    stream.text("event: delta\ndata: {oops\n\nevent: delta\ndata: 5\n\n");
    stream.event("done");
    await turn;
    expect(events[0]).toMatchObject({ left: "", right: "" });
  });
});
