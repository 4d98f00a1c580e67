import type { Battle, Mode } from "../api/battle";
import type { Phase } from "../fns/battle-state";
import { arenaStrings } from "../fns/strings";

interface BattleAnnouncerProps {
  phase: Phase;
  /** The last turn lacks an answer; the notice says so. */
  failed: boolean;
  mode: Mode;
  details: Battle["details"];
}

/** Tells who listens when the answers are complete, and who was who; never the text as it streams. */
export function BattleAnnouncer({ phase, failed, mode, details }: BattleAnnouncerProps) {
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {failed ? "" : wordsFor(phase, mode, details)}
    </p>
  );
}

function wordsFor(phase: Phase, mode: Mode, details: Battle["details"]): string {
  if (phase === "open") {
    return mode === "direct" ? arenaStrings.cards.doneOne : arenaStrings.cards.done;
  }
  if (phase === "voted" && details?.right) {
    return arenaStrings.after.revealed(details.left.model_name, details.right.model_name);
  }
  return "";
}
