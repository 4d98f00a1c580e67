import { aSuite } from "@tests/fake-bench";
import { describe, expect, it } from "vitest";
import { Problem } from "@/lib/problem";
import type { EditConflict } from "../api/bench";
import { datasetOf, editConflictOf, mergedDraft, withoutSamples } from "./edit-conflict";
import { draftOfSuite } from "./suite-draft";

const conflict: EditConflict = {
  base: "title: A\ndataset:\n  samples:\n  - q: 1\n",
  theirs: "title: B\ndataset:\n  samples:\n  - q: 1\n",
  yours: "title: C\ndataset:\n  samples:\n  - q: 1\n",
  merged: null,
  base_number: 2,
  newest: 3,
};

describe("editConflictOf", () => {
  it("reads only conflicts that carry both edits", () => {
    const problem = (status: number, extra: object) =>
      new Problem({ title: "No.", status, ...extra });
    expect(editConflictOf(problem(409, { conflict }))).toEqual(conflict);
    expect(editConflictOf(problem(409, {}))).toBeUndefined();
    expect(editConflictOf(problem(422, { conflict }))).toBeUndefined();
    expect(editConflictOf(new Error("No."))).toBeUndefined();
  });
});

describe("withoutSamples", () => {
  it("keeps the column names and drops the source of the samples", () => {
    const fields = "dataset:\n  fields:\n    target: answer\n    tags:\n    - topic\n";
    const text = `name: a\n${fields}  samples:\n  - question: |-\n      dataset:\n      x\n`;
    expect(withoutSamples(text)).toBe(`name: a\n${fields}`);
    expect(withoutSamples(`${fields}  path: a.jsonl\n  format: plain\n# 3,000 samples\n`)).toBe(
      fields,
    );
    expect(withoutSamples("name: a\ndataset:\n  samples:\n  - q: 1\n")).toBe("name: a\n");
    expect(withoutSamples("name: a\n")).toBe("name: a\n");
  });
});

describe("mergedDraft", () => {
  const mine = draftOfSuite(aSuite());

  it("leaves the samples out of the text when both edits have the same", () => {
    const draft = mergedDraft(mine, aSuite({ number: 3 }), conflict);
    expect(draft).toMatchObject({ datasetId: "d1", base: 3 });
    expect(draft.text).toBe(
      "<<<<<<< version 3\ntitle: B\n=======\ntitle: C\n>>>>>>> your changes\n",
    );
  });

  it("takes the samples from the text when they differ", () => {
    const theirs = aSuite({ number: 3, dataset_id: "d2" });
    const draft = mergedDraft(mine, theirs, { ...conflict, merged: conflict.theirs });
    expect(draft).toMatchObject({ datasetId: null, text: conflict.theirs });
    expect(datasetOf(draft)).toBeNull();
    const id = "00000000-0000-4000-8000-000000000001";
    const text = `name: a\n# 3,000 samples, dataset_id ${id}, sha256 abc\n`;
    expect(datasetOf({ ...draft, text })).toBe(id);
  });
});
