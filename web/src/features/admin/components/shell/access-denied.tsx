import { Link } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { Role } from "../../fns/roles";
import { adminStrings } from "../../fns/strings";

const words = adminStrings.refused;

/** Says which role a page needs. This is not an error. */
export function AccessDenied({ needs, heading = "h2" }: { needs: Role; heading?: "h1" | "h2" }) {
  return (
    <EmptyState
      icon={Lock}
      heading={heading}
      title={words.title}
      action={
        <Button asChild>
          <Link to="/">{words.battle}</Link>
        </Button>
      }
    >
      {words.detail(needs === "admin" ? words.admins : words.moderators)}
    </EmptyState>
  );
}
