import { Link } from "@tanstack/react-router";
import { Badge } from "@/components/ui/badge";
import { Hint } from "@/components/ui/hint";
import { ModelLogo } from "@/components/ui/model-logo";
import type { Row } from "../api/ratings";
import { ratingsStrings } from "../fns/strings";

const words = ratingsStrings.badges;

/** Logo, name and organization. The link covers the nearest positioned ancestor, so that the whole row is clickable. */
export function RatedName({ row, preliminaryBelow }: { row: Row; preliminaryBelow: number }) {
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <ModelLogo modelId={row.model_id} name={row.model_name} />
      <div className="min-w-0 leading-tight">
        <div className="flex items-center gap-2">
          <ModelLink row={row} />
          <RowBadges row={row} preliminaryBelow={preliminaryBelow} />
        </div>
        {row.organization && <div className="truncate text-xs text-dim">{row.organization}</div>}
      </div>
    </div>
  );
}

/** Models of imported votes may be unknown on this site and then have no page. */
function ModelLink({ row }: { row: Row }) {
  if (!row.status)
    return (
      <span className="font-semibold whitespace-normal wrap-break-word">{row.model_name}</span>
    );
  return (
    <Link
      to="/models/$modelId"
      params={{ modelId: row.model_id }}
      className="font-semibold whitespace-normal wrap-break-word after:absolute after:inset-0"
    >
      {row.model_name}
    </Link>
  );
}

export function RowBadges({ row, preliminaryBelow }: { row: Row; preliminaryBelow: number }) {
  return (
    <>
      {row.preliminary && (
        <HintedBadge label={words.preliminary} hint={words.preliminaryHint(preliminaryBelow)} />
      )}
      {row.status === "retired" && <HintedBadge label={words.retired} hint={words.retiredHint} />}
      {row.status === "paused" && <HintedBadge label={words.paused} hint={words.pausedHint} />}
    </>
  );
}

function HintedBadge({ label, hint }: { label: string; hint: string }) {
  return (
    <Hint content={hint} plain className="z-10 -my-0.5">
      <Badge>{label}</Badge>
    </Hint>
  );
}
