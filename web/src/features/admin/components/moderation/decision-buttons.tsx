import { Check, EyeOff, Undo2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { type Decision, type Flag, useDecide } from "../../api/moderation";
import { moderationStrings as words } from "../../fns/moderation-strings";
import { adminStrings } from "../../fns/strings";

const UNDO_MS = 10_000;
const ICONS = { hide: EyeOff, keep: Check, restore: Undo2 } as const;
const HINTS = { hide: words.hideHint, keep: words.keepHint, restore: undefined } as const;

interface DecisionButtonsProps {
  flag: Flag;
  onDone?: () => void;
}

/** Hides or keeps a conversation with one click; can be undone. */
export function DecisionButtons({ flag, onDone }: DecisionButtonsProps) {
  const decide = useDecide();
  const flagId = flag.flag_id;
  const act = (decision: Decision) =>
    decide.mutate(
      { flagId, decision },
      {
        onSuccess: () => {
          toast({
            title: words.done[decision],
            duration: UNDO_MS,
            ...(decision === "restore"
              ? {}
              : {
                  action: {
                    label: adminStrings.undo,
                    onPress: () => decide.mutate({ flagId, decision: "restore" }),
                  },
                }),
          });
          onDone?.();
        },
      },
    );
  const choices: Decision[] = flag.status === "open" ? ["keep", "hide"] : ["restore"];
  return choices.map((decision) => {
    const Icon = ICONS[decision];
    return (
      <Button
        key={decision}
        title={HINTS[decision]}
        disabled={decide.isPending}
        onClick={() => act(decision)}
      >
        <Icon aria-hidden="true" />
        {words[decision]}
      </Button>
    );
  });
}
