import { expect, it } from "vitest";
import { toCsv } from "./csv";

it("quotes only where needed", () => {
  expect(
    toCsv(
      ["name", "score"],
      [
        ['Say "hi", twice', 1.5],
        ["line\nbreak", null],
        ["plain", true],
      ],
    ),
  ).toBe('name,score\r\n"Say ""hi"", twice",1.5\r\n"line\nbreak",\r\nplain,true\r\n');
});

it("escapes formulas in text, but keeps numbers", () => {
  expect(toCsv(["a"], [["=1+1"], ["@sum"], ["-x"], [-3]])).toBe(
    "a\r\n'=1+1\r\n'@sum\r\n'-x\r\n-3\r\n",
  );
});
