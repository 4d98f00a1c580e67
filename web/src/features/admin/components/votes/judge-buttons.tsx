import { Ban, Check, RotateCcw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { type Suspect, useJudge, type Verdict } from "../../api/integrity";
import { adminStrings } from "../../fns/strings";
import { voteStrings as words } from "../../fns/vote-strings";

const UNDO_MS = 10_000;
const ICONS = { exclude: Ban, restore: RotateCcw, clear: Check } as const;
const HINTS = { exclude: words.excludeHint, restore: words.restoreHint, clear: words.clearHint };
/** Cleared voters remain visible in their own tab. */
const OPPOSITE = { exclude: "restore", restore: "exclude", clear: undefined } as const;
const CHOICES: Record<Suspect["status"], Verdict[]> = {
  open: ["clear", "exclude"],
  excluded: ["restore"],
  cleared: ["exclude"],
};

/** Excludes, restores or clears with one click; can be undone. */
export function JudgeButtons({ suspect }: { suspect: Suspect }) {
  const judge = useJudge();
  const suspectId = suspect.suspect_id;
  const act = (verdict: Verdict) =>
    judge.mutate(
      { suspectId, verdict },
      {
        onSuccess: () => {
          const back = OPPOSITE[verdict];
          toast({
            title: words.done[verdict],
            duration: UNDO_MS,
            ...(back && {
              action: {
                label: adminStrings.undo,
                onPress: () => judge.mutate({ suspectId, verdict: back }),
              },
            }),
          });
        },
      },
    );
  return CHOICES[suspect.status].map((verdict) => {
    const Icon = ICONS[verdict];
    return (
      <Button
        key={verdict}
        title={HINTS[verdict]}
        disabled={judge.isPending}
        onClick={() => act(verdict)}
      >
        <Icon aria-hidden="true" />
        {words[verdict]}
      </Button>
    );
  });
}
