import {
  type LucideIcon,
  MessageSquarePlus,
  MessagesSquare,
  Play,
  RotateCw,
  Share2,
} from "lucide-react";
import type { Battle } from "../api/battle";
import { arenaStrings } from "../fns/strings";

const words = arenaStrings.after;

interface BattleChipsProps {
  battle: Battle;
  canVote: boolean;
  explaining: boolean;
  onExplain: () => void;
  continuing: boolean;
  onContinue: () => void;
  onRegenerate: () => void;
  onShare: () => void;
  onReplay: () => void;
}

/** Further actions on a finished battle. */
export function BattleChips(props: BattleChipsProps) {
  const { battle, canVote } = props;
  return (
    <span className="flex min-w-0 items-center gap-2 max-md:order-first max-md:-mx-1.5 max-md:-mt-1.5 max-md:w-[calc(100%+0.75rem)] max-md:overflow-x-auto max-md:border-b max-md:border-line max-md:p-1.5 max-md:[scrollbar-width:none]">
      {canVote && (
        <Chip
          icon={MessageSquarePlus}
          label={props.explaining ? arenaStrings.votes.hideReason : arenaStrings.votes.addReason}
          pressed={props.explaining}
          onClick={props.onExplain}
        />
      )}
      {battle.status === "open" && (
        <Chip icon={RotateCw} label={words.regenerate} onClick={props.onRegenerate} />
      )}
      {battle.vote && (
        <Chip
          icon={MessagesSquare}
          label={words.continue}
          pressed={props.continuing}
          onClick={props.onContinue}
        />
      )}
      <Chip icon={Share2} label={words.share} onClick={props.onShare} />
      <Chip icon={Play} label={words.replay} onClick={props.onReplay} />
    </span>
  );
}

interface ChipProps {
  icon: LucideIcon;
  label: string;
  pressed?: boolean;
  onClick: () => void;
}

function Chip({ icon: Icon, label, pressed, onClick }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className="inline-flex h-10 shrink-0 items-center gap-1.5 rounded-full border border-line px-3 text-xs font-medium whitespace-nowrap text-dim transition-colors hover:border-line-strong hover:text-ink aria-pressed:border-ink aria-pressed:text-ink md:h-7 md:px-2.5"
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {label}
    </button>
  );
}
