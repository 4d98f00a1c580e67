import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { arenaStrings } from "@/features/arena/fns/strings";
import { $api } from "@/lib/api-client";

const { siblings } = arenaStrings.battle;

/** Links to the other battles of the same chat. */
export function SessionBattles({ sessionId, battleId }: { sessionId: string; battleId: string }) {
  const battles =
    $api.useQuery("get", "/api/sessions/{session_id}/outline", {
      params: { path: { session_id: sessionId } },
    }).data?.battles ?? [];
  const index = battles.findIndex((battle) => battle.battle_id === battleId);
  if (battles.length < 2 || index < 0) return null;
  const words = battles[index]?.mode === "direct" ? siblings.direct : siblings.battle;
  return (
    <nav
      aria-label={words.inSession}
      className="-my-1.5 flex shrink-0 items-center justify-center gap-1 text-xs text-dim tabular-nums"
    >
      <Step label={words.previous} icon={ChevronLeft} battleId={battles[index - 1]?.battle_id} />
      {words.position(index + 1, battles.length)}
      <Step label={words.next} icon={ChevronRight} battleId={battles[index + 1]?.battle_id} />
    </nav>
  );
}

interface StepProps {
  label: string;
  icon: LucideIcon;
  battleId: string | undefined;
}

function Step({ label, icon: Icon, battleId }: StepProps) {
  if (!battleId) {
    return (
      <Button variant="ghost" size="icon" className="md:size-7" disabled aria-label={label}>
        <Icon aria-hidden="true" />
      </Button>
    );
  }
  return (
    <Button asChild variant="ghost" size="icon" className="md:size-7">
      <Link to="/battles/$battleId" params={{ battleId }} aria-label={label}>
        <Icon aria-hidden="true" />
      </Link>
    </Button>
  );
}
