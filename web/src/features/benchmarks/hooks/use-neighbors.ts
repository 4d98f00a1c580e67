import type { RunSample } from "../api/results";
import { useGrid } from "../api/run-samples";
import { findNeighbors } from "../fns/neighbors";
import { type GridSearch, isFiltered } from "../fns/run-search";

/** How many pages of a filtered list are loaded to find the position of a sample. */
const MOST_PAGES = 20;

/** The samples before and after this one in the filtered list, or in the whole run. */
export function useNeighbors(sample: RunSample, search: GridSearch) {
  const filtered = isFiltered(search);
  const grid = useGrid({ runId: sample.run_id, search, enabled: filtered });
  const rows = grid.data?.pages.flatMap((page) => page.rows) ?? [];
  const found = filtered ? findNeighbors(rows, sample.sample.position) : undefined;
  const mayRead =
    filtered &&
    (found === undefined || found.next === null) &&
    grid.hasNextPage &&
    // After an error or an empty page, do not request again in a loop.
    !grid.isFetchNextPageError &&
    (grid.data?.pages.length ?? 0) < MOST_PAGES;
  return {
    previous: found ? found.previous : sample.previous,
    next: found ? found.next : sample.next,
    /** Loads another page if it may be needed. */
    readOn: mayRead && !grid.isFetching ? () => void grid.fetchNextPage() : undefined,
  };
}
