import type { RunSample } from "../api/results";
import { useGrid } from "../api/run-samples";
import { findNeighbors } from "../fns/neighbors";
import { type GridSearch, isFiltered } from "../fns/run-search";

/** A filtered list that was opened far down is read on this far to find the place again. */
const MOST_PAGES = 20;

/** The samples before and after this one in the list that somebody came from, else in the whole run. */
export function useNeighbors(sample: RunSample, search: GridSearch) {
  const filtered = isFiltered(search);
  const grid = useGrid({ runId: sample.run_id, search, enabled: filtered });
  const rows = grid.data?.pages.flatMap((page) => page.rows) ?? [];
  const found = filtered ? findNeighbors(rows, sample.sample.position) : undefined;
  const mayRead =
    filtered &&
    (found === undefined || found.next === null) &&
    grid.hasNextPage &&
    // Who is told to come less often, or finds nobody, must not ask again at once and for ever.
    !grid.isFetchNextPageError &&
    (grid.data?.pages.length ?? 0) < MOST_PAGES;
  return {
    previous: found ? found.previous : sample.previous,
    next: found ? found.next : sample.next,
    /** Set while the list has more pages that may be needed. */
    readOn: mayRead && !grid.isFetching ? () => void grid.fetchNextPage() : undefined,
  };
}
