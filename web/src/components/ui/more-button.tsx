import { Button } from "./button";
import { kitStrings } from "./strings";

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ query }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      className="self-center"
      disabled={query.isFetchingNextPage}
      onClick={() => query.fetchNextPage()}
    >
      {kitStrings.more}
    </Button>
  );
}
