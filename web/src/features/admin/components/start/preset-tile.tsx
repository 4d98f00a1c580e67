import { CircleCheck } from "lucide-react";
import { cn } from "@/lib/cn";
import { formatCount } from "@/lib/format";
import type { Preset } from "../../api/onboarding";
import { startStrings } from "../../fns/start-strings";
import { PresetLogo } from "./preset-logo";

const words = startStrings.connect;

interface PresetTileProps {
  preset: Preset;
  position: number;
  chosen: boolean;
  onChoose: () => void;
}

export function PresetTile({ preset, position, chosen, onChoose }: PresetTileProps) {
  const { enabled, waiting, provider_id: connected } = preset;
  const isKnown = connected !== null || enabled + waiting > 0;
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={cn(
        "flex min-h-16 w-full min-w-0 items-center gap-3 rounded-xl border bg-panel px-3.5 py-2.5 text-left transition-colors",
        chosen
          ? "border-accent ring-2 ring-accent/20"
          : "border-line hover:border-line-strong hover:bg-soft",
      )}
    >
      <span className="max-sm:hidden">
        <PresetLogo name={preset.name} position={position} />
      </span>
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-semibold">{preset.name}</span>
        <span className="mt-0.5 block text-xs text-dim">
          {isKnown ? state(preset) : preset.detail}
        </span>
      </span>
      {isKnown && <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-good" />}
    </button>
  );
}

function state({ enabled, waiting }: Preset): string {
  if (waiting > 0) return words.waiting(formatCount(waiting));
  return enabled > 0 ? words.ready(formatCount(enabled)) : words.connected;
}
