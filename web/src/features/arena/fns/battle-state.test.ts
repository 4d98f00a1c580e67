import { describe, expect, it } from "vitest";
import { Problem } from "@/lib/problem";
import {
  type BattleEvent,
  type BattleState,
  idleBattle,
  nextBattleState,
  type Phase,
} from "./battle-state";

const play = (...events: BattleEvent[]): BattleState => events.reduce(nextBattleState, idleBattle);

const send: BattleEvent = { type: "send", prompt: "Hi", images: [] };
const start: BattleEvent = { type: "start", sessionId: "s", battleId: "b", messageId: "m" };
const delta: BattleEvent = { type: "delta", left: "a", right: "b", lastEventId: "1.2" };
const done: BattleEvent = { type: "done" };
const fail: BattleEvent = { type: "void", message: "Sorry.", status: "void" };
const failLater: BattleEvent = { type: "void", message: "Sorry.", status: "open" };
const voted: BattleEvent = { type: "voted" };
const dropped: BattleEvent = { type: "dropped" };
const refused: BattleEvent = {
  type: "refused",
  problem: new Problem({ title: "No.", status: 429 }),
};
const loaded = (
  status: "generating" | "open" | "voted" | "void" | "expired",
  voidMessage: string | null = status === "void" ? "Stored." : null,
): BattleEvent => ({ type: "loaded", status, voidMessage });
const attach: BattleEvent = {
  type: "attach",
  messageId: "m",
  answerId: undefined,
  prompt: "Hi",
  images: [],
};

const reached: Record<Phase, BattleState> = {
  idle: idleBattle,
  waiting: play(send, start),
  streaming: play(send, start, delta),
  open: play(send, start, delta, done),
  voted: play(send, start, delta, done, voted),
  void: play(send, start, delta, fail),
};

describe("the phases of a battle", () => {
  it("follow each other in order", () => {
    for (const [phase, state] of Object.entries(reached)) expect(state.phase).toBe(phase);
  });

  it.each<[BattleEvent, Partial<Record<Phase, Phase>>]>([
    [send, { idle: "waiting", open: "waiting", voted: "waiting", void: "waiting" }],
    [attach, { idle: "waiting", open: "waiting", voted: "waiting", void: "waiting" }],
    [start, {}],
    [delta, { waiting: "streaming" }],
    [done, { waiting: "open", streaming: "open" }],
    [fail, { waiting: "void", streaming: "void" }],
    [failLater, { waiting: "open", streaming: "open" }],
    [dropped, {}],
    [refused, { waiting: "idle", streaming: "idle" }],
    [voted, { open: "voted" }],
    [loaded("generating"), { open: "idle", voted: "idle", void: "idle" }],
    [loaded("open"), { idle: "open", voted: "open", void: "open" }],
    [loaded("voted"), { idle: "voted", open: "voted", void: "voted" }],
    [loaded("void"), { idle: "void", open: "void", voted: "void" }],
    [loaded("expired"), { idle: "open", voted: "open", void: "open" }],
    [{ type: "excused" }, {}],
  ])("change by %o only where that makes sense", (event, changes) => {
    for (const [phase, state] of Object.entries(reached) as [Phase, BattleState][]) {
      expect([phase, nextBattleState(state, event).phase]).toEqual([
        phase,
        changes[phase] ?? phase,
      ]);
    }
  });

  it("collect the text, and drop it once it is stored", () => {
    const state = play(send, start, delta, delta, done);
    expect(state.turn).toMatchObject({ left: "aa", right: "bb", messageId: "m", prompt: "Hi" });
    expect(nextBattleState(state, loaded("open")).turn).toBeUndefined();
  });

  it("keep a vote, whatever happens in later turns", () => {
    const state = play(send, start, done, voted, send, start);
    expect(nextBattleState(state, done).phase).toBe("voted");
    const failed = nextBattleState(state, fail);
    expect(failed).toMatchObject({ phase: "voted", voidMessage: "Sorry." });
    expect(nextBattleState(failed, loaded("voted", "Sorry.")).voidMessage).toBe("Sorry.");
    expect(nextBattleState(state, refused).phase).toBe("voted");
  });

  it("stay open when a later turn fails, until it is retried", () => {
    const failed = play(send, start, delta, done, send, start, delta, failLater);
    expect(failed).toMatchObject({ phase: "open", voidMessage: "Sorry." });
    const read = nextBattleState(failed, loaded("open", "Stored."));
    expect(read).toMatchObject({ phase: "open", voidMessage: "Stored.", turn: undefined });
    expect(nextBattleState(read, send).voidMessage).toBeUndefined();
    expect(nextBattleState(read, loaded("open")).voidMessage).toBeUndefined();
  });

  it("remember that the connection is lost until data arrives", () => {
    const away = play(send, start, delta, dropped);
    expect(away.dropped).toBe(true);
    expect(nextBattleState(away, delta).dropped).toBe(false);
    expect(nextBattleState(away, start).dropped).toBe(false);
    expect(nextBattleState(away, done).dropped).toBe(false);
  });

  it("keep an error until it is dismissed or retried", () => {
    const state = play(send, refused);
    expect(state.problem?.status).toBe(429);
    expect(nextBattleState(state, { type: "excused" }).problem).toBeUndefined();
    expect(nextBattleState(state, send).problem).toBeUndefined();
    expect(nextBattleState(idleBattle, refused).problem?.status).toBe(429);
  });
});
