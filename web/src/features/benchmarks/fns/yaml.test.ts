import { aSpec } from "@tests/fake-bench";
import { describe, expect, it } from "vitest";
import { suiteText } from "./suite-text";
import { toYaml } from "./yaml";

describe("YAML", () => {
  it("quotes only ambiguous text", () => {
    const written = toYaml({
      plain: "two words",
      yes: "yes",
      number: "12",
      colon: "a: b",
      empty: "",
      space: " x",
      list: [1, true, null, "a"],
      nothing: [],
      none: {},
      gone: undefined,
    });
    expect(written).toBe(
      [
        "plain: two words",
        '"yes": "yes"',
        'number: "12"',
        'colon: "a: b"',
        'empty: ""',
        'space: " x"',
        "list:",
        "  - 1",
        "  - true",
        "  - null",
        "  - a",
        "nothing: []",
        "none: {}",
        "",
      ].join("\n"),
    );
  });

  it("keeps line breaks of long texts, including the last one", () => {
    expect(toYaml({ a: "one\n\ntwo", b: "one\ntwo\n" })).toBe(
      "a: |-\n  one\n\n  two\nb: |\n  one\n  two\n",
    );
    expect(toYaml({ a: " one\ntwo" })).toBe('a: " one\\ntwo"\n');
    expect(toYaml({ a: "one \ntwo" })).toBe('a: "one \\ntwo"\n');
    expect(toYaml({ a: "one\u2028\ntwo\u0085" })).toBe('a: "one\\u2028\\ntwo\\u0085"\n');
  });

  it("nests lists in lists and mappings in lists", () => {
    expect(toYaml({ a: [["b", { c: { d: 1, e: 2 } }], { f: 1 }] })).toBe(
      "a:\n  - - b\n    - c:\n        d: 1\n        e: 2\n  - f: 1\n",
    );
  });
});

describe("the text of a suite", () => {
  it("leaves out default and empty values", () => {
    expect(suiteText(aSpec())).toBe(
      [
        "schema: 1",
        "name: capitals",
        "title: Capital cities",
        "description: What everybody learns at school.",
        'version: "1"',
        "tags:",
        "  - geography",
        "dataset:",
        "  fields:",
        "    target: answer",
        "prompts:",
        '  default: "{{ question }}"',
        "extract:",
        "  final:",
        "    - strip",
        '    - after: "Answer:"',
        "scores:",
        "  - name: exact",
        "    scorer: exact",
        "    extract: final",
        "",
      ].join("\n"),
    );
  });

  it("includes other values", () => {
    const text = suiteText(
      aSpec({
        pass_at: 0.5,
        epochs: 3,
        dataset: { huggingface: "a/b", split: "test", revision: "main", fields: {} },
        scores: [{ ...aSpec().scores[0], weight: 2, negate: true } as never],
      }),
    );
    for (const line of ["pass_at: 0.5", "epochs: 3", "  split: test", "    weight: 2"]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(text).toContain("    negate: true\n");
  });
});
