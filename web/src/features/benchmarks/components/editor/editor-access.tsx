import { Link } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { $api } from "@/lib/api-client";
import type { Suite } from "../../api/bench";
import { editorStrings } from "../../fns/editor-strings";
import { Loaded } from "../parts/loaded";

/** Shows the editor to people who may save suites; the others are told how to get access. */
export function EditorAccess({ children }: { children: ReactNode }) {
  return (
    <Loaded query={$api.useQuery("get", "/api/bench/suites")} name={editorStrings.newTitle}>
      {({ may_write }) =>
        may_write ? children : <Card className="p-4 text-dim">{editorStrings.notAllowed}</Card>
      }
    </Loaded>
  );
}

/** Shown instead of the editor if the suite belongs to someone else. */
export function NotYours({ suite }: { suite: Suite }) {
  const words = editorStrings.notYours;
  return (
    <EmptyState
      icon={Lock}
      heading="h1"
      title={words.title}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button asChild>
            <Link to="/benchmarks/suites/$suiteId" params={{ suiteId: suite.suite_id }}>
              {words.show}
            </Link>
          </Button>
          <Button asChild variant="primary">
            <Link to="/benchmarks/suites/new" search={{ from: suite.suite_id }}>
              {words.copy}
            </Link>
          </Button>
        </div>
      }
    >
      {suite.origin === "included" ? words.included : words.detail}
    </EmptyState>
  );
}
