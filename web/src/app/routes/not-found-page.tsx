import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { usePageTitle } from "@/lib/page-title";
import { appStrings } from "../strings";

export function NotFoundPage() {
  const { title, detail, home } = appStrings.notFound;
  usePageTitle(title);
  return (
    <EmptyState
      icon={Compass}
      heading="h1"
      title={title}
      action={
        <Button asChild variant="primary">
          <Link to="/">{home}</Link>
        </Button>
      }
    >
      {detail}
    </EmptyState>
  );
}
