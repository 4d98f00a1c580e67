import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { Problem } from "./problem";

const RETRIES = 2;

export function shouldRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && error instanceof Problem && error.isPassing;
}

/** Asks again, also where the very first answer is still on its way: it may not know of the change yet. */
export async function cancelAndRefetch(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey });
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The site often runs on the reader's own machine, where "offline" still reaches it.
        networkMode: "always",
        retry: shouldRetry,
        staleTime: 30_000,
      },
    },
  });
}
