import { Link } from "@tanstack/react-router";
import { Swords, Trophy } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ratingsStrings } from "../fns/strings";

/** A board that nobody has voted on yet, and the way to the first vote. */
export function NoBattles({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyState
      icon={Trophy}
      title={title}
      action={
        <Button asChild variant="primary">
          <Link to="/">
            <Swords aria-hidden="true" />
            {ratingsStrings.empty.start}
          </Link>
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
