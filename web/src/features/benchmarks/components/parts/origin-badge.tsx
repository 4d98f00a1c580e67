import { Badge } from "@/components/ui/badge";
import { Tooltip } from "@/components/ui/tooltip";
import type { SuiteRow } from "../../api/bench";
import { benchStrings } from "../../fns/strings";

/** Where a suite comes from. */
export function OriginBadge({ origin }: { origin: SuiteRow["origin"] }) {
  return (
    <Tooltip content={benchStrings.originHints[origin]}>
      <Badge className="relative z-10">{benchStrings.origins[origin]}</Badge>
    </Tooltip>
  );
}
