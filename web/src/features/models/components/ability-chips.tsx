import { Brain, Eye, Wrench } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";
import type { Model } from "../api/model";
import { ABILITIES } from "../fns/model-filters";
import { modelsStrings } from "../fns/strings";

export const abilityIcons = { vision: Eye, tools: Wrench, reasoning: Brain } as const;

interface AbilityChipsProps {
  abilities: Model["abilities"];
  /** Shows only the icons if the container is narrow. */
  mayShrink?: boolean;
}

export function AbilityChips({ abilities, mayShrink = false }: AbilityChipsProps) {
  const present = ABILITIES.filter((ability) => abilities[ability]);
  if (present.length === 0) {
    return <span className="text-faint">{modelsStrings.noAbilities}</span>;
  }
  return (
    <span className="inline-flex gap-1">
      {present.map((ability) => {
        const Icon = abilityIcons[ability];
        const { label, hint } = modelsStrings.abilities[ability];
        return (
          <Tooltip key={ability} content={`${label}: ${hint}`}>
            <Badge className={cn("relative z-10", mayShrink && "@max-[68rem]:p-1")}>
              <Icon aria-hidden="true" />
              <span className={cn(mayShrink && "@max-[68rem]:sr-only")}>{label}</span>
            </Badge>
          </Tooltip>
        );
      })}
    </span>
  );
}
