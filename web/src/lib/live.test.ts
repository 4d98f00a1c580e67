import { FakeSocket } from "@tests/fake-socket";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveChannel } from "./live";

function setUp() {
  const channel = new LiveChannel({ url: () => "ws://test/api/live", random: () => 1 });
  return { channel, stop: channel.start() };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("topics", () => {
  it("are subscribed once the socket is open, and again after a reconnect", () => {
    const { channel, stop } = setUp();
    channel.on("models", () => {});
    expect(FakeSocket.last.sent).toEqual([]);
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent).toEqual([{ subscribe: ["models"] }]);
    FakeSocket.last.drop();
    vi.advanceTimersByTime(500);
    FakeSocket.last.accept();
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.last.sent).toEqual([{ subscribe: ["models"] }]);
    stop();
  });

  it("are shared by listeners and unsubscribed with the last one", () => {
    const { channel, stop } = setUp();
    FakeSocket.last.accept();
    const heard: string[] = [];
    const leaveOne = channel.on("models", (id) => heard.push(`one ${id}`));
    const leaveTwo = channel.on("models", (id) => heard.push(`two ${id}`));
    FakeSocket.last.tell({ type: "event", topic: "models", id: "7" });
    FakeSocket.last.tell({ type: "event", topic: "votes", id: "8" });
    leaveOne();
    FakeSocket.last.tell({ type: "event", topic: "models", id: "9" });
    leaveTwo();
    leaveTwo();
    expect(heard).toEqual(["one 7", "two 7", "two 9"]);
    expect(FakeSocket.last.sent).toEqual([{ subscribe: ["models"] }, { unsubscribe: ["models"] }]);
    stop();
  });
});

describe("refused topics", () => {
  it("are asked for again on a new socket, which has the newest cookies, but only once", () => {
    const { channel, stop } = setUp();
    FakeSocket.last.accept();
    channel.on("battle:1", () => {});
    FakeSocket.last.tell({ type: "subscribed", topics: [], refused: ["battle:1"] });
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent).toEqual([{ subscribe: ["battle:1"] }]);
    FakeSocket.last.tell({ type: "subscribed", topics: [], refused: ["battle:1"] });
    expect(FakeSocket.all).toHaveLength(2);
    stop();
  });
});

describe("messages", () => {
  it("pass on resyncs and errors, and ignore invalid data", () => {
    const { channel, stop } = setUp();
    const resync = vi.fn();
    const onProblem = vi.fn();
    channel.onResync(resync);
    const silence = channel.onError(onProblem);
    FakeSocket.last.accept();
    FakeSocket.last.tell("{ not json");
    FakeSocket.last.tell("null");
    FakeSocket.last.tell({ type: "from the future" });
    expect(resync).not.toHaveBeenCalled();
    FakeSocket.last.tell({ type: "resync" });
    FakeSocket.last.tell({ type: "error", detail: "Unknown topic." });
    silence();
    FakeSocket.last.tell({ type: "error", detail: "Unheard." });
    expect(resync).toHaveBeenCalledTimes(1);
    expect(onProblem.mock.calls).toEqual([["Unknown topic."]]);
    stop();
  });
});

describe("reconnecting", () => {
  it("counts as a resync, unlike the first connection", () => {
    const { channel, stop } = setUp();
    const resync = vi.fn();
    const leave = channel.onResync(resync);
    FakeSocket.last.accept();
    expect(resync).not.toHaveBeenCalled();
    FakeSocket.last.drop();
    vi.advanceTimersByTime(500);
    FakeSocket.last.accept();
    expect(resync).toHaveBeenCalledTimes(1);
    leave();
    stop();
  });

  it("waits twice as long after each failure, up to fifteen seconds", () => {
    const { stop } = setUp();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const before = FakeSocket.all.length;
      FakeSocket.last.drop();
      let waited = 0;
      while (FakeSocket.all.length === before) {
        vi.advanceTimersByTime(500);
        waited += 500;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    stop();
  });

  it("resets the delay only after a stable connection", () => {
    const { stop } = setUp();
    FakeSocket.last.drop();
    vi.advanceTimersByTime(500);
    FakeSocket.last.accept();
    FakeSocket.last.drop();
    vi.advanceTimersByTime(999);
    expect(FakeSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(3);
    FakeSocket.last.accept();
    vi.advanceTimersByTime(5_000);
    FakeSocket.last.drop();
    vi.advanceTimersByTime(500);
    expect(FakeSocket.all).toHaveLength(4);
    stop();
  });

  it("happens at once when the network returns or on request, never twice", () => {
    const { channel, stop } = setUp();
    channel.reconnectNow();
    expect(FakeSocket.all).toHaveLength(1);
    FakeSocket.last.drop();
    window.dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(20_000);
    expect(FakeSocket.all).toHaveLength(2);
    stop();
  });
});

describe("a page that was asleep", () => {
  const look = () => document.dispatchEvent(new Event("visibilitychange"));

  it("opens a new socket when the old one no longer answers", () => {
    const { channel, stop } = setUp();
    const resync = vi.fn();
    const leave = channel.onResync(resync);
    FakeSocket.last.accept();
    look();
    look();
    expect(FakeSocket.last.sent).toEqual([{ subscribe: [] }]);
    vi.advanceTimersByTime(5_000);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.accept();
    expect(resync).toHaveBeenCalledTimes(1);
    leave();
    stop();
  });

  it("keeps one that answers, and does not probe one that is connecting", () => {
    const { stop } = setUp();
    look();
    FakeSocket.last.accept();
    look();
    FakeSocket.last.tell({ type: "subscribed", topics: [] });
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    stop();
    look();
    expect(FakeSocket.last.sent).toEqual([{ subscribe: [] }]);
  });
});

describe("status", () => {
  it("becomes unreachable after three seconds without a connection", () => {
    const { channel, stop } = setUp();
    expect(channel.status.get()).toBe("connecting");
    FakeSocket.last.accept();
    expect(channel.status.get()).toBe("open");
    FakeSocket.last.drop();
    vi.advanceTimersByTime(2_999);
    expect(channel.status.get()).toBe("connecting");
    vi.advanceTimersByTime(1);
    expect(channel.status.get()).toBe("unreachable");
    FakeSocket.last.accept();
    expect(channel.status.get()).toBe("open");
    stop();
  });

  it("resets a stopped channel, which can be started again", () => {
    const { channel, stop } = setUp();
    const old = FakeSocket.last;
    old.accept();
    stop();
    old.drop();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(channel.status.get()).toBe("connecting");
    channel.start()();
    expect(FakeSocket.all).toHaveLength(2);
  });
});
