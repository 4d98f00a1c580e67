import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { Problem } from "./problem";

const RETRIES = 2;

export function shouldRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && error instanceof Problem && error.isTemporary;
}

/** Refetches even if the first request is still running, because its response may not contain the change yet. */
export async function cancelAndRefetch(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey });
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The site often runs on the reader's own machine and is reachable even when the browser is offline.
        networkMode: "always",
        retry: shouldRetry,
        staleTime: 30_000,
      },
    },
  });
}
