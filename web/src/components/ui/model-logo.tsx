import { cn } from "@/lib/cn";
import { initials, modelColor } from "@/lib/model-color";

interface ModelLogoProps {
  modelId: string;
  name: string;
  className?: string;
}

export function ModelLogo({ modelId, name, className }: ModelLogoProps) {
  const { background, text } = modelColor(modelId);
  return (
    <span
      aria-hidden="true"
      style={{ backgroundColor: background, color: text }}
      className={cn(
        "grid size-7 shrink-0 place-items-center rounded-lg text-[11px] font-bold tracking-tight",
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
