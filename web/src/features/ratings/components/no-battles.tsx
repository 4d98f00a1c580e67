import { Link } from "@tanstack/react-router";
import { Swords, Trophy } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ratingsStrings } from "../fns/strings";

/** An empty leaderboard, with a link to start a battle. */
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
