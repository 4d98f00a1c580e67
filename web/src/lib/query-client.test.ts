import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { cancelAndRefetch, createQueryClient } from "./query-client";

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
  const done = cancelAndRefetch(queries, ["sessions"]);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.("before");
  answers[1]?.("after");
  await done;
  expect(seen.getCurrentResult().data).toBe("after");
  stop();
});
