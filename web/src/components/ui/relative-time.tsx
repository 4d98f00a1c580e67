import { useEffect, useState } from "react";
import { formatExact, formatRelative } from "@/lib/format";
import { Tooltip } from "./tooltip";

const TICK_MS = 30_000;

/** A relative time with the exact one on hover. It is updated while the page is open. */
export function RelativeTime({ iso }: { iso: string }) {
  const [now, setNow] = useState(() => new Date());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new time is shown at once.
  useEffect(() => {
    setNow(new Date());
    const clock = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(clock);
  }, [iso]);
  const moment = new Date(iso);
  return (
    <Tooltip content={formatExact(moment)}>
      <time
        dateTime={iso}
        className="underline decoration-line-strong decoration-dotted underline-offset-4"
      >
        {formatRelative(moment, now)}
      </time>
    </Tooltip>
  );
}
