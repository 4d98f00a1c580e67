import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { highlightTree } from "./highlight-tree";

class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  readonly sent: { id: number; source: string }[] = [];
  terminated = false;

  constructor() {
    super();
    FakeWorker.all.push(this);
  }

  postMessage(message: { id: number; source: string }): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  reply(pieces: unknown): void {
    const id = this.sent.at(-1)?.id;
    this.dispatchEvent(new MessageEvent("message", { data: { id, pieces } }));
  }
}

describe("H01: highlighting in a worker", () => {
  beforeEach(() => {
    FakeWorker.all = [];
    vi.stubGlobal("Worker", FakeWorker);
    vi.resetModules();
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("asks for one piece of code after the other", async () => {
    const { highlight } = await import("./highlight");
    const first = highlight("js", "one");
    const second = highlight("js", "two");
    const [worker] = FakeWorker.all;
    expect(worker?.sent.map(({ source }) => source)).toEqual(["one"]);
    worker?.reply(["one"]);
    await expect(first).resolves.toEqual(["one"]);
    worker?.reply(["two"]);
    await expect(second).resolves.toEqual(["two"]);
    expect(FakeWorker.all).toHaveLength(1);
  });

  it("gives up on code that takes too long, and goes on with the next", async () => {
    const { highlight } = await import("./highlight");
    const slow = highlight("markdown", "[a](");
    const next = highlight("js", "two");
    vi.advanceTimersByTime(2_000);
    await expect(slow).resolves.toBeUndefined();
    expect(FakeWorker.all[0]?.terminated).toBe(true);
    FakeWorker.all[1]?.reply(["two"]);
    await expect(next).resolves.toEqual(["two"]);
  });
});

it("leaves code of too many parts as it is", () => {
  expect(highlightTree("js", "let a")).toContainEqual({ name: "hljs-keyword", pieces: ["let"] });
  expect(highlightTree("nolang", "let a")).toBeUndefined();
  expect(highlightTree("js", "a(".repeat(6_000))).toBeUndefined();
});
