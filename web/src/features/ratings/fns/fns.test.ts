import { acme, aMatrix, aRecord, home, someBoards, someMetadata, zeta } from "@tests/fake-ratings";
import { describe, expect, it } from "vitest";
import { boardLabel, groupBoards, hasStyled, plainFirst } from "./boards";
import { chooseColumns, DEFAULT_COLUMNS, isDefault, joinColumns, parseColumns } from "./columns";
import { fileNameOf, rowsAsCsv, rowsAsJson } from "./export-rows";
import { countFill, shareOf, squareOf, winFill } from "./heat";
import { isVoteFile, suggestName } from "./import-file";
import { paretoFront } from "./pareto";
import {
  estimateWords,
  formatPercent,
  formatPrice,
  intervalWords,
  rankRange,
  robustnessWords,
  separationWords,
} from "./words";

describe("numbers in words", () => {
  it("puts the interval next to the score", () => {
    expect(intervalWords(acme)).toBe("+12/−11");
    expect(rankRange(acme)).toBe("1–2");
    expect(rankRange(home)).toBeUndefined();
    expect(formatPrice(acme)).toBe("$2.50 / $10.00");
    expect(formatPrice(home)).toBeUndefined();
  });

  it("never rounds to 0% or 100%", () => {
    expect([0, 0.004, 0.5, 0.996, 1].map(formatPercent)).toEqual([
      "0%",
      "<1%",
      "50%",
      ">99%",
      "100%",
    ]);
    expect(estimateWords({ value: 0.58, low: 0.51, high: 0.65 })).toBe("58% (51–65%)");
  });

  it("says how many votes are missing or spare", () => {
    expect(separationWords(0)).toMatch(/clear difference/);
    expect(separationWords(1)).toMatch(/one more vote/);
    expect(separationWords(1_200)).toMatch(/1,200 more votes/);
    expect(separationWords(null)).toMatch(/no realistic number/);
    expect(robustnessWords(null)).toBeUndefined();
    expect(robustnessWords(1)).toMatch(/a single vote/);
    expect(robustnessWords(37)).toMatch(/37 votes/);
  });
});

describe("boards", () => {
  it("are named for people", () => {
    expect(boardLabel({ board: "language:de", kind: "language", label: "de" })).toBe("German");
    expect(boardLabel({ board: "language:??", kind: "language", label: "??" })).toBe("??");
    expect(
      boardLabel({ board: "style_control:creative_writing", kind: "style_control", label: "" }),
    ).toBe("Creative writing, style control");
    expect(boardLabel({ board: "style_control", kind: "style_control", label: "Style" })).toBe(
      "Style",
    );
  });

  it("are grouped", () => {
    const groups = groupBoards(someBoards);
    expect(groups.main.map((board) => board.board)).toEqual(["overall", "last_30_days"]);
    expect(groups.categories).toHaveLength(1);
    expect(groups.languages).toHaveLength(1);
    expect(groups.judges).toHaveLength(1);
    expect(groups.imported).toHaveLength(1);
  });

  it("know where style control exists", () => {
    expect(hasStyled(someBoards, "overall")).toBe(true);
    expect(hasStyled(someBoards, "category:coding")).toBe(false);
    expect(hasStyled(someBoards, "language:de")).toBe(false);
  });

  it("show style-controlled categories last", () => {
    const boards = [{ board: "style_control:coding" }, { board: "overall" }];
    expect(plainFirst(boards).map(({ board }) => board)).toEqual([
      "overall",
      "style_control:coding",
    ]);
  });
});

describe("columns", () => {
  it("come from the URL, then from storage, then from the default", () => {
    expect(chooseColumns("price,nonsense,vote_count", "license")).toEqual(["vote_count", "price"]);
    expect(chooseColumns(undefined, "license")).toEqual(["license"]);
    expect(chooseColumns(undefined, null)).toEqual(DEFAULT_COLUMNS);
    expect(chooseColumns("", "license")).toEqual([]);
    expect(joinColumns(["price", "interval"])).toBe("interval,price");
    expect(isDefault(DEFAULT_COLUMNS)).toBe(true);
    expect(isDefault(parseColumns("price"))).toBe(false);
  });
});

describe("the export", () => {
  it("contains the shown columns with their API names", () => {
    const csv = rowsAsCsv([acme, home], ["vote_count", "price"]);
    expect(csv.split("\r\n")).toEqual([
      "rank,rank_low,rank_high,model_id,model_name,elo_score,vote_count,input_per_million,output_per_million,currency",
      "1,1,2,acme-one,Acme One,1187,1240,2.5,10,USD",
      "3,3,3,home/8b,Home 8B,643,12,,,",
      "",
    ]);
    expect(rowsAsCsv([], [])).toBe("\r\n");
  });

  it("names the leaderboard in JSON", () => {
    const json = JSON.parse(
      rowsAsJson([acme], ["interval", "organization", "license"], someMetadata()),
    );
    expect(json.metadata).toMatchObject({ board: "overall", total_votes: 2_140 });
    expect(json.leaderboard[0]).toMatchObject({ ci_low: 1_176, organization: "Acme" });
    expect(fileNameOf("category:coding")).toBe("leaderboard-category-coding");
  });
});

describe("the matrix of pairs", () => {
  it("show each pair from both sides", () => {
    const square = squareOf(aMatrix);
    expect(square[0]?.[0]).toBeUndefined();
    expect(square[0]?.[1]?.record.wins).toBe(60);
    expect(square[1]?.[0]?.record.wins).toBe(30);
    expect(square[1]?.[0]?.predicted.value).toBeCloseTo(0.38);
    expect(square[1]?.[2]).toBeUndefined();
    expect(shareOf(aRecord)).toBeCloseTo(0.65);
    expect(shareOf({ wins: 0, losses: 0, ties: 0, both_bad: 0 })).toBeUndefined();
  });

  it("are blue where the row wins and amber where the column does", () => {
    expect(winFill(0.9)).toContain("var(--left)");
    expect(winFill(0.1)).toContain("var(--right)");
    expect(winFill(0.5)).toContain(" 0.0%");
    expect(countFill(100, 100)).toContain("48.0%");
    expect(countFill(0, 0)).toContain(" 0.0%");
  });
});

it("finds the Pareto front", () => {
  const offers = [acme, zeta].map((row, index) => ({
    id: row.model_id,
    price: 2 - index,
    rating: row.elo_score,
  }));
  const dear = { id: "dear", price: 9, rating: 1_100 };
  const same = { id: "same", price: 1, rating: 1_000 };
  expect(paretoFront([...offers, dear, same])).toEqual(["zeta-2", "acme-one"]);
});

it("recognizes files of votes and suggests names", () => {
  expect(["a.CSV", "b.jsonl", "c.parquet", "d.tsv"].every(isVoteFile)).toBe(true);
  expect(isVoteFile("votes.xlsx")).toBe(false);
  expect(suggestName("Crowd votes (2026).csv")).toBe("crowd-votes-2026");
  expect(suggestName("_.hidden.jsonl")).toBe("hidden");
});
