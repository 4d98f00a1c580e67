import type { Battle, Mode } from "../api/battle";
import type { Phase } from "../fns/battle-state";
import { arenaStrings } from "../fns/strings";

interface BattleAnnouncerProps {
  phase: Phase;
  /** Whether the last turn lacks an answer, which the notice says. */
  failed: boolean;
  mode: Mode;
  details: Battle["details"];
}

/** Announces to screen readers when the answers are complete and who wrote them; never the streaming text. */
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
