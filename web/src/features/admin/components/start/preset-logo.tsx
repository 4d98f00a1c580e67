import { initials, paletteColor } from "@/lib/model-color";

interface PresetLogoProps {
  name: string;
  /** Its place in the list, so that neighbors have different colors. */
  position: number;
}

/** Two letters on a color: the capitals of names such as OpenAI, otherwise the first letters. */
export function PresetLogo({ name, position }: PresetLogoProps) {
  const { background, text } = paletteColor(position);
  return (
    <span
      aria-hidden="true"
      style={{ backgroundColor: background, color: text }}
      className="grid size-9 shrink-0 place-items-center rounded-lg text-xs font-bold tracking-tight"
    >
      {/^[A-Z][a-z]+[A-Z]/.test(name) ? name.replace(/[^A-Z]/g, "").slice(0, 2) : initials(name)}
    </span>
  );
}
