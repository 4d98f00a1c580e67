import type { QueryClient } from "@tanstack/react-query";
import { live } from "@/lib/live";
import { type Me, meQuery } from "../api/me";

/** Removes all cached queries after the signed-in person changed. */
export async function resetQueries(queries: QueryClient, me?: Me): Promise<void> {
  live.renew();
  if (me) queries.setQueryData(meQuery.queryKey, me);
  await queries.resetQueries({
    predicate: ({ queryKey }) => !me || queryKey.join() !== meQuery.queryKey.join(),
  });
}
