import { CodeChip } from "@/components/ui/code-chip";
import { cellText } from "../../fns/cell-text";
import { benchStrings } from "../../fns/strings";

const words = benchStrings.params;

interface ParamsLineProps {
  label: string;
  params: Record<string, unknown>;
}

/** The parameters that are set, with a note about what they cannot guarantee. */
export function ParamsLine({ label, params }: ParamsLineProps) {
  const set = Object.entries(params).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  if (set.length === 0) return null;
  const names = set.map(([name]) => name);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="pr-1 text-[13px] text-dim">{label}</span>
        {set.map(([name, value]) => (
          <CodeChip key={name}>
            {name} {cellText(value)}
          </CodeChip>
        ))}
      </div>
      <p className="text-xs text-dim">
        {[names.includes("max_tokens") && words.thinking, words.refused].filter(Boolean).join(" ")}
      </p>
    </div>
  );
}
