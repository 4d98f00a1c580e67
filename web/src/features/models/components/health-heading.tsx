import { Info } from "lucide-react";
import { Tooltip } from "@/components/ui/tooltip";
import { modelsStrings } from "../fns/strings";

/** The server says how late the shown health is, and why. */
export function HealthHeading({ note }: { note: string | undefined }) {
  return (
    <span className="inline-flex items-center gap-1">
      {modelsStrings.columns.health}
      {note && (
        <Tooltip content={note}>
          <button type="button" aria-label={note} className="grid size-6 place-items-center">
            <Info aria-hidden="true" className="size-3.5" />
          </button>
        </Tooltip>
      )}
    </span>
  );
}
