import { getRouteApi, Link, Navigate } from "@tanstack/react-router";
import { MessageSquare } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { $api } from "@/lib/api-client";
import { describeFailure, Problem } from "@/lib/problem";
import { appStrings } from "../strings";

const route = getRouteApi("/sessions/$sessionId");

/** Shows the latest battle of a chat, with links to the others. */
export function SessionPage() {
  const { sessionId } = route.useParams();
  const { data, error, refetch } = $api.useQuery("get", "/api/sessions/{session_id}/outline", {
    params: { path: { session_id: sessionId } },
  });
  const latest = data?.battles.at(-1);
  if (latest) {
    return <Navigate to="/battles/$battleId" params={{ battleId: latest.battle_id }} replace />;
  }
  if (data || (error instanceof Problem && (error.isNotFound || error.status === 422))) {
    const { title, detail, start } = appStrings.noSession;
    return (
      <EmptyState
        icon={MessageSquare}
        heading="h1"
        title={title}
        action={
          <Button asChild variant="primary">
            <Link to="/">{start}</Link>
          </Button>
        }
      >
        {detail}
      </EmptyState>
    );
  }
  if (error) {
    return <ErrorState heading="h1" {...describeFailure(error)} onRetry={() => refetch()} />;
  }
  return <Skeleton className="mx-auto mt-8 h-5 w-80" />;
}
