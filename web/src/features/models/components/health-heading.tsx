import { Info } from "lucide-react";
import { Hint } from "@/components/ui/hint";
import { modelsStrings } from "../fns/strings";

/** The note of the server about how late the health is shown, and why. */
export function HealthHeading({ note }: { note: string | undefined }) {
  return (
    <span className="inline-flex items-center gap-1">
      {modelsStrings.columns.health}
      {note && (
        <Hint content={note} alone className="size-6 justify-center">
          <Info aria-hidden="true" className="size-3.5" />
        </Hint>
      )}
    </span>
  );
}
