import { describe, expect, it } from "vitest";
import {
  boardOf,
  isFiltered,
  parseLeaderboardSearch,
  styledBoard,
  withoutFilters,
  withSearch,
} from "./leaderboard-search";

describe("the address of a leaderboard", () => {
  it("keeps valid values", () => {
    const search = {
      board: "language:de",
      style: true,
      q: "acme",
      org: "Acme",
      license: "MIT",
      min: 20,
      sort: "price",
      order: "desc",
      columns: "vote_count,price",
      plot: "history",
      table: true,
      range: "week",
      elo: true,
    };
    expect(parseLeaderboardSearch(search)).toEqual(search);
  });

  it("drops invalid values", () => {
    expect(
      parseLeaderboardSearch({
        board: "",
        style: "yes",
        q: [],
        min: -1,
        sort: "beauty",
        order: "sideways",
        plot: "pie",
        table: 1,
        range: "aeon",
        elo: "no",
      }),
    ).toEqual({});
    expect(parseLeaderboardSearch({ min: 2.5, board: "overall" })).toEqual({});
  });

  it("converts numbers to text, and keeps an empty list of columns", () => {
    expect(parseLeaderboardSearch({ q: 4, columns: "" })).toEqual({ q: "4", columns: "" });
  });

  it("shows a style-controlled board as its plain board with the switch on", () => {
    expect(parseLeaderboardSearch({ board: "style_control" })).toEqual({ style: true });
    const coding = parseLeaderboardSearch({ board: "style_control:coding" });
    expect(coding).toEqual({ board: "category:coding", style: true });
    expect(boardOf(coding)).toBe("style_control:coding");
    expect(boardOf({ style: true })).toBe("style_control");
    expect(boardOf({})).toBe("overall");
    expect(boardOf({ board: "language:de", style: true })).toBe("language:de");
    expect(styledBoard("last_30_days")).toBeUndefined();
  });

  it("changes a part and removes filters", () => {
    const search = withSearch({ q: "a", board: "language:de" }, { q: undefined, org: "Acme" });
    expect(search).toEqual({ board: "language:de", org: "Acme" });
    expect(isFiltered(search)).toBe(true);
    expect(withoutFilters(search)).toEqual({ board: "language:de" });
    expect(isFiltered({ board: "x", sort: "price" })).toBe(false);
  });
});
