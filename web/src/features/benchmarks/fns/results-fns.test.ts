import { aLine, anEntry, aRun } from "@tests/fake-results";
import { describe, expect, it } from "vitest";
import { parseBoardSearch } from "./board-search";
import { parseCompareSearch } from "./compare-search";
import { correlationWords } from "./correlation";
import { entryLabels, partsOf } from "./entries";
import { verdictsOf } from "./judge-verdicts";
import { findNeighbors } from "./neighbors";
import { searchOfRun } from "./new-run";
import { lineLabel } from "./run-lines";
import { parseRunSearch } from "./run-search";
import { ordinal } from "./run-strings";
import {
  formatChange,
  formatChangeTick,
  formatP,
  formatTick,
  intervalWords,
  scoreWords,
} from "./scores";

describe("addresses", () => {
  it("keep valid values and drop the rest", () => {
    expect(parseRunSearch({ filter: "all", line: 4, table: "yes", q: "" })).toEqual({ line: "4" });
    expect(parseRunSearch({ filter: "slow", table: true })).toEqual({
      filter: "slow",
      table: true,
    });
    expect(parseCompareSearch({ entry: "a:b#c", against: 1, flips: "sideways" })).toEqual({
      entry: ["a:b#c"],
    });
    expect(
      parseCompareSearch({
        entry: ["a:b", "a:b", 7, "no"],
        against: 3,
        flips: "worse",
        table: true,
      }),
    ).toEqual({
      entry: ["a:b"],
      against: 3,
      flips: "worse",
      table: true,
    });
    expect(parseCompareSearch({})).toEqual({});
    expect(parseBoardSearch({ suite: "x", table: 1 })).toEqual({ suite: "x" });
  });

  it("can contain models with colons and hashes", () => {
    expect(partsOf("r1:hf:org/m#1#brief")).toEqual({
      runId: "r1",
      modelId: "hf:org/m#1",
      prompt: "brief",
    });
    expect(partsOf("r1:plain")).toEqual({ runId: "r1", modelId: "plain", prompt: "" });
  });
});

it("restores the settings of a run", () => {
  const run = aRun({
    judges: ["zeta-2"],
    use_cache: false,
    sample_count: 50,
    prompts: ["brief"],
    params: { temperature: 0, max_tokens: 300 },
  });
  expect(searchOfRun(run)).toEqual({
    suite: "s1",
    models: "acme-one,zeta-2",
    prompts: "brief",
    judges: "zeta-2",
    epochs: 1,
    samples: 50,
    at_once: 20,
    budget: 5,
    temperature: 0,
    max_tokens: 300,
    cache: "off",
  });
});

describe("labels", () => {
  it("of entries are as short as possible", () => {
    const labels = (...entries: Parameters<typeof anEntry>[0][]) => [
      ...entryLabels(
        entries.map((facts, place) => anEntry({ entry: `e${place}`, ...facts })),
      ).values(),
    ];
    expect(labels({}, { model_name: "Zeta" })).toEqual(["Acme One", "Zeta"]);
    expect(labels({}, { prompt: "brief" }, { model_name: "Zeta" })).toEqual([
      "Acme One · default",
      "Acme One · brief",
      "Zeta",
    ]);
    expect(labels({}, { run_title: "" })).toEqual([
      "Acme One · Before the upgrade",
      "Acme One · capitals",
    ]);
    expect(labels({}, { created_at: "2026-02-03T12:00:00Z" })[1]).toBe("Acme One · Feb 3, 2026");
  });

  it("of lines include the prompt only if there are several", () => {
    expect(lineLabel(aLine())).toBe("Acme One");
    expect(lineLabel(aLine({ key: "acme-one#brief", prompt: "brief" }))).toBe("Acme One · brief");
  });
});

describe("numbers", () => {
  it("are points of 100 with one decimal", () => {
    expect([0.032, -0.004, 0.0001].map(formatChange)).toEqual(["+3.2", "−0.4", "0.0"]);
    expect([0.8, 0.825].map(formatTick)).toEqual(["80", "82.5"]);
    expect([0.2, -0.2, 0.025].map(formatChangeTick)).toEqual(["+20", "−20", "+2.5"]);
    expect(intervalWords({ mean: 0.5, low: null, high: null })).toBeUndefined();
    expect(scoreWords({ mean: null, low: null, high: null })).toBeUndefined();
    expect(scoreWords({ mean: 0.5, low: null, high: null })).toBe("50.0%");
    expect([null, 0.0001, 0.04].map(formatP)).toEqual(["–", "< 0.001", "0.040"]);
    expect([1, 2, 3, 4, 11, 12, 13, 21, 112].map(ordinal).join(" ")).toBe(
      "1st 2nd 3rd 4th 11th 12th 13th 21st 112th",
    );
  });

  it("of a correlation are shown in words", () => {
    const words = (pearson: number | null) =>
      correlationWords({ suite: "all", n: 5, pearson, spearman: null, low: 0.1, high: 0.9 });
    expect(words(null)).toMatch(/no correlation/);
    expect(words(0)).toMatch(/^They hardly agree over 5 models: correlation 0.00/);
    expect(words(-0.8)).toMatch(/^They disagree/);
  });
});

describe("other functions", () => {
  it("finds neighbors in a list", () => {
    const rows = [2, 6].map((position) => ({ position, sample_id: "", excerpt: "", cells: {} }));
    expect(findNeighbors(rows, 6)).toEqual({ previous: 2, next: null });
    expect(findNeighbors(rows, 3)).toBeUndefined();
  });

  it("reads only valid verdicts", () => {
    expect(verdictsOf({})).toEqual([]);
    expect(verdictsOf({ verdicts: ["no", null, { score: 1 / 3 }] })).toEqual([
      { judge: "", grade: "0.33", reasoning: "" },
    ]);
  });
});
