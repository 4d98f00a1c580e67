import { useEffect, useRef } from "react";
import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { toast } from "@/components/ui/toast-store";
import { formatCount } from "@/lib/format";
import type { Recount } from "../../api/integrity";
import { voteStrings } from "../../fns/vote-strings";

const words = voteStrings.recount;

/** How far the recount after a decision is, and a message at its end. */
export function RecountStatus({ recount }: { recount: Recount | undefined }) {
  const seen = useRef(false);
  useEffect(() => {
    if (recount) seen.current = true;
    if (recount === null && seen.current) {
      seen.current = false;
      toast({ title: words.done });
    }
  }, [recount]);
  return (
    <div role="status" className="empty:hidden">
      {recount && (
        <Card className="flex flex-col gap-2.5 p-4">
          <p>
            {recount.state === "queued"
              ? words.queued
              : recount.done < recount.total
                ? words.running(formatCount(recount.done), formatCount(recount.total))
                : words.fitting}
          </p>
          <Progress
            label={words.label}
            value={
              recount.state === "running" && recount.done < recount.total
                ? recount.done / recount.total
                : undefined
            }
          />
        </Card>
      )}
    </div>
  );
}
