import { type Query, QueryClient, type QueryFilters } from "@tanstack/react-query";
import { Problem } from "./problem";

const RETRIES = 2;

export function shouldRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && error instanceof Problem && error.isTemporary;
}

interface Read {
  path: string;
  query: Record<string, unknown>;
}

/** The path of the API that a query reads, as in the schema, and the values after its question mark. */
export function readOf({
  queryKey: [method, path, init],
}: Pick<Query, "queryKey">): Read | undefined {
  if (method !== "get" || typeof path !== "string") return undefined;
  const { params } = (init ?? {}) as { params?: Partial<Read> };
  return { path, query: params?.query ?? {} };
}

/** Selects the queries that read below a path of the API. */
export function under(prefix: string): QueryFilters {
  return { predicate: (query) => readOf(query)?.path.startsWith(prefix) ?? false };
}

/** Refetches even if the first request is still running, because its response may not contain the change yet. */
export async function cancelAndRefetch(queries: QueryClient, filters: QueryFilters): Promise<void> {
  await queries.cancelQueries(filters);
  await queries.invalidateQueries(filters);
}

/** Options of infinite queries: pages follow each other by cursor. */
export const byCursor = {
  initialPageParam: null,
  getNextPageParam: (page: { next_cursor?: string | null }) => page.next_cursor,
};

// The site often runs on the reader's own machine and is reachable even when the browser is offline.
const networkMode = "always";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode, retry: shouldRetry, staleTime: 30_000 },
      mutations: { networkMode },
    },
  });
}
