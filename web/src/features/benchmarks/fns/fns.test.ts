import { aDataset, anEstimate, aSpec, aSuite, aSuiteRow, someScorers } from "@tests/fake-bench";
import { describe, expect, it } from "vitest";
import { Problem } from "@/lib/problem";
import { parseBenchmarksSearch } from "./benchmarks-search";
import { cronWords, looksLikeCron } from "./cron";
import { fileOfLines } from "./dataset-file";
import { roughDuration } from "./duration";
import { parseEditorSearch } from "./editor-search";
import { shortWords } from "./estimate-words";
import { draftOf, parseNewRunSearch, requestOf, searchOf } from "./new-run";
import { openPoints } from "./open-points";
import { optionFields } from "./option-fields";
import { refusals } from "./refusal";
import { freeName, isSlug, newScore, renameKey, toSlugWhileTyping } from "./spec";
import { readStep, stepWords, writeStep } from "./steps";
import { copyOfSuite, draftOfSuite, emptyDraft, readDraft, withData } from "./suite-draft";
import { parseSuiteSearch } from "./suite-search";
import { shownSuites } from "./suites-shown";
import { outcomeOf, trialOf } from "./trial";
import { variable } from "./variable";
import { ownLabel } from "./version-label";

describe("addresses", () => {
  it("keep valid values and drop the rest", () => {
    expect(parseBenchmarksSearch({ tab: "suites", q: 4, status: "odd", show: "archived" })).toEqual(
      {
        q: "4",
        show: "archived",
      },
    );
    expect(parseBenchmarksSearch({ tab: "runs", status: "paused", suite: "s1" })).toEqual({
      tab: "runs",
      status: "paused",
      suite: "s1",
    });
    expect(parseSuiteSearch({ version: "2", page: 1 })).toEqual({ version: 2 });
    expect(parseSuiteSearch({ version: -1, page: 1.5 })).toEqual({});
    expect(parseEditorSearch({ step: "data", view: "file", from: "s1" })).toEqual({
      view: "file",
      from: "s1",
    });
  });

  it("can hold a whole run", () => {
    const search = {
      suite: "s1",
      version: 2,
      models: "a,b/c:8b",
      prompts: "kind",
      judges: "j",
      epochs: 2,
      samples: 10,
      at_once: 5,
      budget: 0.5,
      temperature: 0,
      max_tokens: 100,
      cache: "off" as const,
      title: "T",
      repeat: true as const,
      cron: "0 6 * * 1",
    };
    expect(searchOf(draftOf(parseNewRunSearch(search)))).toEqual(search);
    expect(parseNewRunSearch({ budget: -1, epochs: "x", temperature: "hot", models: 7 })).toEqual({
      models: "7",
    });
    expect(requestOf(draftOf({ suite: "s1" }))).toBeUndefined();
  });
});

describe("times", () => {
  it.each([
    ["0 3 * * *", "Every day at 03:00 UTC"],
    ["5 6 * * 7", "Every Sunday at 06:05 UTC"],
    ["15 * * * *", "Every hour at minute 15"],
    ["0 6 1 * *", "On day 1 of every month at 06:00 UTC"],
    ["*/5 * * * *", "*/5 * * * * (UTC)"],
    ["0 6 1 * 1", "0 6 1 * 1 (UTC)"],
    ["0 6 */2 * *", "0 6 */2 * * (UTC)"],
    ["0 6 1 2 *", "0 6 1 2 * (UTC)"],
    ["0 */2 * * *", "0 */2 * * * (UTC)"],
  ])("%s is said as %s", (cron, words) => {
    expect(cronWords(cron)).toBe(words);
    expect(looksLikeCron(cron)).toBe(true);
  });

  it.each([
    [0.2, "1 second"],
    [42, "42 seconds"],
    [58, "1 minute"],
    [300, "5 minutes"],
    [5_400, "2 hours"],
    [200_000, "2 days"],
  ])("%d seconds are %s", (seconds, words) => {
    expect(roughDuration(seconds)).toBe(words);
  });
});

describe("steps of a pipeline", () => {
  const { steps } = someScorers;
  it("are parsed in all notations", () => {
    expect(readStep("strip", steps)).toEqual({ name: "strip", options: {} });
    expect(readStep({ after: "##" }, steps)).toEqual({ name: "after", options: { text: "##" } });
    expect(readStep({ after: { text: "##" } }, steps).options).toEqual({ text: "##" });
    expect(readStep({ strip: null }, steps).options).toEqual({});
    expect(readStep({ odd: 3 }, steps).options).toEqual({ value: 3 });
    expect(writeStep({ name: "strip", options: {} })).toBe("strip");
    expect(stepWords({ odd: 3 }, steps)).toBe("odd 3");
  });
});

describe("forms for schemas", () => {
  it("follow references and unwrap optional types", () => {
    const [mode, list, deep, odd] = optionFields({
      $defs: { Mode: { enum: ["a", "b"], type: "string" } },
      properties: {
        mode: { $ref: "#/$defs/Mode", default: "a" },
        many_words: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] },
        deep: { type: "array", items: { type: "object" } },
        odd: { anyOf: [{ type: "string" }, { type: "array" }] },
      },
      required: ["mode"],
    });
    expect(mode).toMatchObject({ kind: "choice", choices: ["a", "b"], usual: "a", required: true });
    expect(list).toMatchObject({ kind: "lines", label: "Many words", required: false });
    expect(deep?.kind).toBe("json");
    expect(odd).toMatchObject({ kind: "json", orText: true });
    expect(optionFields({ properties: { gone: { $ref: "#/$defs/Gone" } } })[0]?.kind).toBe("json");
    expect(optionFields({})).toEqual([]);
  });
});

describe("drafts", () => {
  it("start with the suggestions of a file, and lose nothing with a second file", () => {
    const first = withData(emptyDraft, aDataset());
    expect(first.spec.name).toBe("cities");
    expect(first.datasetId).toBe("d9");
    const typed = { ...first, spec: { ...first.spec, prompts: { default: "Mine" } } };
    const second = withData(
      typed,
      aDataset({ dataset_id: "d10", suggested: aSpec({ name: "x" }) }),
    );
    expect(second.spec.prompts).toEqual({ default: "Mine" });
    expect(second.spec.name).toBe("cities");
    expect(second.datasetId).toBe("d10");
  });

  it("are restored only if they can be parsed", () => {
    expect(readDraft(null)).toBeUndefined();
    expect(readDraft("{")).toBeUndefined();
    expect(readDraft("{}")).toBeUndefined();
    expect(readDraft(JSON.stringify(emptyDraft))).toEqual(emptyDraft);
    expect(copyOfSuite(aSuite()).spec.name).toBe("capitals-copy");
  });

  it("list what is missing, with the step", () => {
    const whole = draftOfSuite(aSuite());
    expect(openPoints(whole)).toEqual([]);
    const [score] = aSpec().scores;
    const broken = {
      ...emptyDraft,
      spec: aSpec({
        name: "Odd name",
        few_shot: { count: 1, seed: 0, answer: " " },
        scores: [
          { ...score, weight: 0, extract: "gone" },
          { ...score, weight: 0, extract: null },
        ] as never,
      }),
    };
    expect(openPoints(broken).map((point) => point.step)).toEqual([
      "data",
      "prompt",
      "scoring",
      "scoring",
      "scoring",
      "save",
    ]);
    expect(trialOf(broken, "default", 0)).toBeUndefined();
    expect(trialOf({ ...whole, spec: aSpec({ name: "" }) }, "default", 3)).toMatchObject({
      spec: { name: "draft" },
      position: 3,
    });
  });
});

describe("a tried answer", () => {
  const scores = [
    { ...newScore("strict", "exact"), weight: 0 },
    { ...newScore("lenient", "exact"), weight: 3 },
  ];
  const mark = (name: string, value: number | null) => ({
    name,
    value,
    extracted: null,
    reason: "",
    details: {},
  });

  it("is unreadable only if a score with weight is", () => {
    const marks = [mark("strict", null), mark("lenient", 0)];
    expect(outcomeOf({ value: 0, marks }, { scores, pass_at: 1 })).toBe("wrong");
    const unread = [mark("strict", 1), mark("lenient", null)];
    expect(outcomeOf({ value: 0, marks: unread }, { scores, pass_at: 1 })).toBe("unparsed");
  });

  it("is right within rounding errors", () => {
    expect(outcomeOf({ value: 0.1 + 0.2 - 1e-12, marks: [] }, { scores, pass_at: 0.3 })).toBe(
      "right",
    );
  });
});

describe("names", () => {
  it("are normalized for files", () => {
    expect(isSlug("a-b.c_1")).toBe(true);
    expect(isSlug("-a")).toBe(false);
    expect(toSlugWhileTyping("My Cities!")).toBe("my-cities-");
    expect(freeName("a", ["a", "a-2"])).toBe("a-3");
    expect(Object.keys(renameKey({ a: 1, b: 2, c: 3 }, "b", "z"))).toEqual(["a", "z", "c"]);
  });
});

describe("other functions", () => {
  it("writes columns as template variables", () => {
    expect(variable("größe_2")).toBe("{{ größe_2 }}");
    expect(variable("Best Answer")).toBe('{{ sample["Best Answer"] }}');
    expect(variable("target")).toBe('{{ sample["target"] }}');
  });

  it("detects the format of pasted lines", () => {
    expect(fileOfLines(' {"a": 1}').name).toBe("pasted.jsonl");
    expect(fileOfLines("[1]").name).toBe("pasted.json");
    expect(fileOfLines("a\tb\n1\t2").name).toBe("pasted.tsv");
    expect(fileOfLines("a,b").name).toBe("pasted.csv");
  });

  it("lists server errors", () => {
    const problem = (extra: object) => new Problem({ title: "No.", status: 422, ...extra });
    expect(refusals(new Error("x"))).toEqual([]);
    expect(refusals(problem({ errors: [{ field: "name", message: "odd" }] }))).toEqual([
      { line: null, field: "name", sentence: "odd" },
    ]);
    expect(
      refusals(problem({ problems: [{ field: "a", sentence: "b", line: 1 }, 7] })),
    ).toHaveLength(1);
  });

  it("shows recently run suites first", () => {
    const rows = [
      aSuiteRow({ name: "never", last_run_at: null, updated_at: "2026-01-02" }),
      aSuiteRow({ name: "older", last_run_at: null, updated_at: "2026-01-01" }),
      aSuiteRow({ name: "ran", last_run_at: "2026-01-01" }),
    ];
    expect(shownSuites(rows, {}).map((row) => row.name)).toEqual(["ran", "never", "older"]);
  });
});

describe("an estimate in two lines", () => {
  it("shows cost and calls, and mentions warnings", () => {
    expect(shortWords(anEstimate({ cost_usd: 0, seconds: null, calls: 1, warnings: [] }))).toEqual([
      "Cost: free, time unknown",
      "1 call",
    ]);
    expect(shortWords(anEstimate({ cost_usd: null, seconds: 60, warnings: ["a", "b"] }))).toEqual([
      "Cost unknown, about 1 minute",
      "2,400 calls · 2 warnings",
    ]);
  });
});

describe("the label of a version", () => {
  const version = (number: number, label: string) => ({
    number,
    label,
    note: "",
    parent: null,
    digest: "",
    sample_count: 1,
    created_at: "",
    created_by: null,
  });

  it("is shown only if it differs from the number", () => {
    expect(ownLabel(version(2, "2"))).toBeUndefined();
    expect(ownLabel(version(2, "v2"))).toBeUndefined();
    expect(ownLabel(version(4, "1"))).toBeUndefined();
    expect(ownLabel(version(4, " "))).toBeUndefined();
    expect(ownLabel(version(4, "2.1"))).toBe("2.1");
    expect(ownLabel(version(4, "spring "))).toBe("spring");
  });
});
