import type { QueryClient } from "@tanstack/react-query";
import { live } from "@/lib/live";
import { type Me, meQuery } from "../api/me";

/** The person in front of this page has changed: nothing that was asked as somebody else stays. */
export async function resetQueries(queries: QueryClient, me?: Me): Promise<void> {
  live.renew();
  if (me) queries.setQueryData(meQuery.queryKey, me);
  await queries.resetQueries({
    predicate: ({ queryKey }) => !me || queryKey.join() !== meQuery.queryKey.join(),
  });
}
