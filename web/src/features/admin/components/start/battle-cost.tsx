import { Info } from "lucide-react";
import { Card } from "@/components/ui/card";
import { Hint } from "@/components/ui/hint";
import { formatCost } from "@/lib/format";
import type { FoundModel } from "../../api/models";
import { battleCost } from "../../fns/picked-models";
import { startStrings } from "../../fns/start-strings";

const words = startStrings.pick;

/** What a battle between two of the chosen models costs. */
export function BattleCost({ chosen }: { chosen: readonly FoundModel[] }) {
  const cost = chosen.length > 0 ? battleCost(chosen) : undefined;
  return (
    <Card className="flex flex-col gap-3 p-4.5 max-lg:hidden">
      {chosen.length === 0 && <p className="text-[13px] text-dim">{words.costNone}</p>}
      {cost === 0 && <p className="text-[13px]">{words.costFree}</p>}
      {chosen.length > 0 && cost !== 0 && (
        <div>
          <p className="text-[13px] text-dim">
            <Hint content={words.costHint}>{words.cost}</Hint>
          </p>
          {cost === undefined ? (
            <p className="mt-1 text-[13px]">{words.costUnknown}</p>
          ) : (
            <p className="text-[26px] leading-tight font-semibold tracking-tight tabular-nums">
              {formatCost(cost)}
            </p>
          )}
        </div>
      )}
      <p className="flex gap-2 border-t border-line pt-3 text-[13px] text-pretty text-dim">
        <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {words.apart}
      </p>
    </Card>
  );
}
