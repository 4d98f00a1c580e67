import { formatExact, formatRelative } from "@/lib/format";
import { Tooltip } from "./tooltip";

/** How long ago, with the exact moment on hover. */
export function RelativeTime({ iso }: { iso: string }) {
  const moment = new Date(iso);
  return (
    <Tooltip content={formatExact(moment)}>
      <time
        dateTime={iso}
        className="underline decoration-line-strong decoration-dotted underline-offset-4"
      >
        {formatRelative(moment, new Date())}
      </time>
    </Tooltip>
  );
}
