import { TopBarTools } from "@/components/layouts/top-bar-tools";
import { Segmented } from "@/components/ui/segmented";
import type { Mode } from "../api/battle";
import { MODES } from "../fns/modes";
import { arenaStrings } from "../fns/strings";

const words = arenaStrings.modes;

export function ModeSwitch({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  return (
    <TopBarTools>
      <Segmented
        label={words.label}
        value={mode}
        onChange={onChange}
        options={MODES.map((value) => ({ value, label: words[value] }))}
      />
    </TopBarTools>
  );
}
