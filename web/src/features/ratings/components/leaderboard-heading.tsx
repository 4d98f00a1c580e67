import type { ReactNode } from "react";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";
import { useConnection } from "@/lib/connection";
import { formatCount } from "@/lib/format";
import type { Metadata } from "../api/ratings";
import { ratingsStrings } from "../fns/strings";

const words = ratingsStrings.stats;

export function LeaderboardHeading({ metadata }: { metadata: Metadata | undefined }) {
  return (
    <div className="flex flex-wrap items-end gap-x-7 gap-y-2">
      <h1 className="mr-auto text-[22px] leading-tight font-semibold tracking-tight max-md:w-full">
        {ratingsStrings.title}
      </h1>
      <Stat label={words.votes}>{metadata && formatCount(metadata.total_votes)}</Stat>
      <Stat label={words.models}>{metadata && formatCount(metadata.total_models)}</Stat>
      <Stat label={words.updated}>{metadata && <Updated at={metadata.last_updated} />}</Stat>
    </div>
  );
}

interface StatProps {
  label: string;
  children: ReactNode;
}

export function Stat({ label, children }: StatProps) {
  return (
    <div>
      <div className="text-xs text-dim">{label}</div>
      <div className="text-[17px] leading-snug font-semibold tabular-nums">
        {children ?? <Skeleton className="my-1 w-12" />}
      </div>
    </div>
  );
}

function Updated({ at }: { at: string | null }) {
  const connection = useConnection();
  if (!at) return <span className="text-dim">{words.never}</span>;
  return (
    <span className="inline-flex items-center gap-2">
      <Tooltip content={words.live}>
        <span
          className={cn(
            "size-2 rounded-full",
            connection === "fine"
              ? "bg-good shadow-[0_0_0_3px_color-mix(in_srgb,var(--good)_20%,transparent)]"
              : "border-[1.5px] border-faint",
          )}
        />
      </Tooltip>
      <RelativeTime iso={at} />
    </span>
  );
}
