import { describe, expect, it } from "vitest";
import { hasMarkers, mergeTexts } from "./merge-texts";

const labels = { theirs: "version 3", yours: "your changes" };
const base = "one\ntwo\nthree\nfour\nfive";

describe("mergeTexts", () => {
  it("applies edits in different places", () => {
    const theirs = base.replace("one", "ONE");
    const yours = `${base.replace("four\n", "")}\nsix`;
    const merged = mergeTexts({ base, theirs, yours }, labels);
    expect(merged).toBe("ONE\ntwo\nthree\nfive\nsix");
    expect(hasMarkers(merged)).toBe(false);
  });

  it("applies an edit that both made once", () => {
    const both = base.replace("two", "2");
    expect(mergeTexts({ base, theirs: both, yours: both }, labels)).toBe(both);
  });

  it("marks lines that both changed, and merges the rest", () => {
    const theirs = base.replace("two", "2").replace("five", "5");
    const yours = base.replace("two", "deux");
    const merged = mergeTexts({ base, theirs, yours }, labels);
    expect(merged).toBe(
      "one\n<<<<<<< version 3\n2\n=======\ndeux\n>>>>>>> your changes\nthree\nfour\n5",
    );
    expect(hasMarkers(merged)).toBe(true);
  });
});
