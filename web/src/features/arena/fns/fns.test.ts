import { aBattle, someDetails } from "@tests/fake-arena";
import { describe, expect, it } from "vitest";
import { formatCost, formatDuration } from "@/lib/format";
import type { Replay } from "../api/battle";
import { idleBattle, nextBattleState } from "./battle-state";
import { conversationOf, lastAttempt } from "./conversation";
import { factsOf } from "./facts";
import { parseStartSearch } from "./modes";
import { matchingTop } from "./paired-scroll";
import { replayFrame, replayLength } from "./replay-clock";
import { safeLink } from "./safe-link";

describe("facts", () => {
  it("use the largest sensible unit", () => {
    expect(formatDuration(1_949)).toBe("1.9 s");
    expect(formatDuration(125_000)).toBe("2 min 5 s");
    expect([0, 0.00002, 0.000093, 0.005, 0.126].map(formatCost)).toEqual([
      "$0",
      "$0.00002",
      "$0.000093",
      "$0.005",
      "$0.13",
    ]);
  });

  it("leave out unknown values", () => {
    const { left } = someDetails;
    expect(factsOf(left, 1)).toEqual(["1.9 s", "1,148 tokens", "$0.00002", "first token 0.3 s"]);
    expect(
      factsOf(
        { ...left, latency_ms: null, cost_usd: null, first_token_ms: null, finish: "length" },
        1,
      ),
    ).toEqual(["cut off at the length limit", "1,148 tokens"]);
  });

  it("of several answers are labeled as totals", () => {
    const { left } = someDetails;
    expect(factsOf({ ...left, finish: "stopped" }, 1)[0]).toBe("stopped by you");
    expect(factsOf(left, 3)).toEqual(["3 answers:", "1,148 tokens", "$0.00002"]);
    expect(factsOf({ ...left, output_tokens: null, cost_usd: null, finish: "length" }, 2)).toEqual([
      "last answer cut off at the length limit",
    ]);
  });
});

describe("links", () => {
  it("allow only http(s) and mail addresses", () => {
    expect(safeLink("https://a.example/x")).toEqual({
      href: "https://a.example/x",
      host: "a.example",
    });
    expect(safeLink("mailto:a@b.example")?.host).toBe("a@b.example");
    for (const address of ["javascript:1", "java\nscript:1", "data:,x", "/x", "x", "", "blob:x"]) {
      expect(safeLink(address)).toBeUndefined();
    }
  });
});

describe("the address of the start page", () => {
  it("keeps valid values", () => {
    expect(parseStartSearch({ mode: "direct", models: ["a", 5, "b", "c"], session: "s" })).toEqual({
      mode: "direct",
      models: ["a", "b"],
      session: "s",
    });
    expect(parseStartSearch({ mode: "battle", models: "a", session: "" })).toEqual({});
    expect(parseStartSearch({ mode: "duel" })).toEqual({});
  });
});

describe("paired scrolling", () => {
  const from = { turns: [0, 100, 300], end: 400 };
  const to = { turns: [0, 50, 250], end: 800 };
  it("shows the same part of the same turn", () => {
    expect([-5, 0, 50, 100, 200, 350, 400, 900].map((top) => matchingTop(top, from, to))).toEqual([
      0, 0, 25, 50, 150, 525, 800, 800,
    ]);
  });

  it("handles a card that cannot scroll", () => {
    expect(matchingTop(50, from, { turns: [0], end: 0 })).toBe(0);
    expect(matchingTop(0, { turns: [], end: 0 }, to)).toBe(0);
  });
});

describe("the replay", () => {
  const turns: Replay["turns"] = [
    {
      prompt: "p",
      left: "a😀cd",
      right: "wxyz",
      ticks: [
        [100, 1, 2],
        [200, 2, 3],
        [300, 4, 4],
      ],
    },
    { prompt: "q", left: "ef", right: "gh", ticks: [[100, 2, 2]] },
  ];

  it("shows the text of each moment, in whole characters", () => {
    const at = (moment: number) => replayFrame(turns, moment).map((turn) => turn.answers);
    expect(at(0)).toEqual([{ left: "", right: "" }]);
    expect(at(150)).toEqual([{ left: "a", right: "wx" }]);
    expect(at(250)).toEqual([{ left: "a😀", right: "wxy" }]);
    expect(at(300)).toEqual([{ left: "a😀cd", right: "wxyz" }]);
    expect(at(950)).toHaveLength(2);
    expect(at(replayLength(turns))[1]).toEqual({ left: "ef", right: "gh" });
  });

  it("is as long as its turns and the pauses between", () => {
    expect(replayLength(turns)).toBe(1_000);
    expect(replayLength([])).toBe(0);
  });
});

describe("the conversation", () => {
  const sent = nextBattleState(idleBattle, { type: "send", prompt: "More?", images: [] });

  it("puts the running turn after the stored ones", () => {
    const turns = conversationOf(aBattle(), sent);
    expect(turns.map((turn) => [turn.prompt, turn.answers.left])).toEqual([
      ["What is two and two?", "It is four."],
      ["More?", ""],
    ]);
  });

  it("reuses stored turns while the running one grows", () => {
    const battle = aBattle();
    const [before] = conversationOf(battle, sent);
    const grown = nextBattleState(sent, {
      type: "delta",
      left: "a",
      right: "b",
      lastEventId: undefined,
    });
    expect(conversationOf(battle, grown)[0]).toBe(before);
  });

  it("merges the running turn with its stored question", () => {
    const running = nextBattleState(idleBattle, {
      type: "attach",
      messageId: "msg_1",
      answerId: undefined,
      prompt: "What is two and two?",
      images: [],
    });
    const [question] = aBattle().messages;
    const asked = aBattle({ messages: question ? [question] : [] });
    expect(conversationOf(asked, running)).toMatchObject([{ answers: { left: "", right: "" } }]);
    expect(conversationOf(aBattle(), running)).toMatchObject([
      { answers: { left: "It is four." } },
    ]);
  });

  it("replaces a turn that is answered again", () => {
    const again = nextBattleState(idleBattle, {
      type: "send",
      prompt: "What is two and two?",
      images: [],
      again: true,
    });
    expect(conversationOf(aBattle(), again)).toMatchObject([{ answers: { left: "" } }]);
    expect(conversationOf(undefined, idleBattle)).toEqual([]);
  });

  it("finds the last question and its stored answer", () => {
    expect(lastAttempt(aBattle())).toEqual({ messageId: "msg_1", answerId: "msg_3" });
    const asked = { message_id: "msg_4", role: "user", text: "More?", turn: 2 } as const;
    expect(lastAttempt(aBattle({ messages: [...aBattle().messages, asked] }))).toEqual({
      messageId: "msg_4",
      answerId: undefined,
    });
  });

  it("shows the stream of a turn that is answered again during a page load", () => {
    const joined = nextBattleState(idleBattle, {
      type: "attach",
      ...lastAttempt(aBattle()),
      prompt: "What is two and two?",
      images: [],
    });
    expect(conversationOf(aBattle(), joined)).toMatchObject([{ answers: { left: "" } }]);
  });
});
