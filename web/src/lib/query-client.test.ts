import { QueryObserver } from "@tanstack/react-query";
import { expect, it, test, vi } from "vitest";
import { cancelAndRefetch, createQueryClient, under } from "./query-client";

test("what was on its way before the change is asked for again", async () => {
  const queries = createQueryClient();
  const answers: ((value: string) => void)[] = [];
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((resolve, reject) => {
      answers.push(resolve);
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  const seen = new QueryObserver(queries, { queryKey: ["sessions"], queryFn });
  const stop = seen.subscribe(() => undefined);
  const done = cancelAndRefetch(queries, { queryKey: ["sessions"] });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.("before");
  answers[1]?.("after");
  await done;
  expect(seen.getCurrentResult().data).toBe("after");
  stop();
});

it("selects the queries that read below a path", () => {
  const queries = createQueryClient();
  const keys = [
    ["get", "/api/sessions", { params: { query: { limit: 40 } } }],
    ["get", "/api/sessions/{session_id}/outline", { params: { path: { session_id: "s1" } } }],
    ["post", "/api/sessions"],
    ["get", "/api/models"],
    ["parts", "plots"],
  ];
  for (const key of keys) queries.setQueryData(key, {});
  const found = queries.getQueryCache().findAll(under("/api/sessions"));
  expect(found.map(({ queryKey }) => queryKey)).toEqual(keys.slice(0, 2));
});
