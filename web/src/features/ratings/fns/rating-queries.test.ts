import { expect, it } from "vitest";
import { createQueryClient } from "@/lib/query-client";
import { ratingQueries } from "./rating-queries";

const LEADERBOARD = ["get", "/api/leaderboard", { params: { query: { q: "acme-one" } } }];
const CODING = ["get", "/api/leaderboard", { params: { query: { board: "category:coding" } } }];
const VERSUS = ["get", "/api/models/{a}/versus/{b}", { params: { path: { a: "x", b: "y" } } }];
const MINE = ["get", "/api/leaderboard/mine", {}];
const SETS = ["get", "/api/vote-sets"];
const MODEL = ["get", "/api/models/{model_id}", { params: { path: { model_id: "x" } } }];

it.each([
  ["overall", [LEADERBOARD, VERSUS]],
  ["category:coding", [CODING]],
  ["all", [LEADERBOARD, CODING, VERSUS, MINE, SETS]],
])("selects what shows the ratings of %s", (board, expected) => {
  const queries = createQueryClient();
  for (const key of [LEADERBOARD, CODING, VERSUS, MINE, SETS, MODEL]) queries.setQueryData(key, {});
  const found = queries.getQueryCache().findAll(ratingQueries(board));
  expect(found.map(({ queryKey }) => queryKey)).toEqual(expected);
});
