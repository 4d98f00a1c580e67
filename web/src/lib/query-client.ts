import { QueryClient } from "@tanstack/react-query";
import { Problem } from "./problem";

const RETRIES = 2;

export function shouldRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && error instanceof Problem && error.isPassing;
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
