import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { MoreButton } from "@/components/ui/more-button";
import { Loaded } from "./loaded";

interface DecisionListProps<Page> {
  query: Parameters<typeof MoreButton>[0]["query"] & {
    data: { pages: Page[] } | undefined;
    error: Error | null;
    refetch: () => unknown;
  };
  /** What is listed, for screen readers. */
  name: string;
  empty: { title: string; detail: string };
  /** The list items of one page. */
  children: (page: Page) => readonly ReactNode[];
}

/** Items that need a moderator's decision, page by page. */
export function DecisionList<Page>({ query, name, empty, children }: DecisionListProps<Page>) {
  return (
    <Loaded query={query} name={name} needs="moderator">
      {({ pages }) => {
        const items = pages.flatMap(children);
        if (items.length === 0) {
          return (
            <EmptyState icon={ShieldCheck} title={empty.title}>
              {empty.detail}
            </EmptyState>
          );
        }
        return (
          <>
            <Card>
              <ul>{items}</ul>
            </Card>
            <MoreButton query={query} />
          </>
        );
      }}
    </Loaded>
  );
}
