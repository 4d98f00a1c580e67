import { CommandDialog, CommandGroup, CommandItem } from "@/components/ui/command";
import { ModelLogo } from "@/components/ui/model-logo";
import { formatRelative } from "@/lib/format";
import { useRuns } from "../../api/runs";
import { compareStrings as words } from "../../fns/compare-strings";
import { choicesOf } from "../../fns/entries";
import { runTitle } from "../../fns/run-lines";

interface EntryPickerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  chosen: readonly string[];
  names: ReadonlyMap<string, string>;
  onChoose: (entry: string) => void;
}

/** A searchable list of the models of recent runs. */
export function EntryPicker({ open, onOpenChange, chosen, names, onChoose }: EntryPickerProps) {
  const runs = useRuns({}).data?.pages.flatMap((page) => page.runs) ?? [];
  const now = new Date();
  return (
    <CommandDialog
      open={open}
      onOpenChange={onOpenChange}
      label={words.choose}
      placeholder={words.placeholder}
      nothing={words.nothing}
    >
      {runs.map((run) => {
        const choices = choicesOf(run).filter(({ entry }) => !chosen.includes(entry));
        if (choices.length === 0) return null;
        const title = runTitle(run);
        const when = formatRelative(new Date(run.created_at), now);
        return (
          <CommandGroup
            key={run.run_id}
            heading={[...new Set([title, run.suite_title || run.suite_name, when])].join(" · ")}
          >
            {choices.map(({ entry, modelId, prompt }) => {
              const name = names.get(modelId) ?? modelId;
              return (
                <CommandItem
                  key={entry}
                  value={entry}
                  keywords={[name, title, run.suite_title, run.suite_name, prompt]}
                  onSelect={() => {
                    onOpenChange(false);
                    onChoose(entry);
                  }}
                >
                  <ModelLogo
                    modelId={modelId}
                    name={name}
                    className="size-6 rounded-md text-[10px]"
                  />
                  <span className="truncate">{name}</span>
                  {run.prompts.length > 1 && (
                    <span className="ml-auto truncate text-xs text-dim">{prompt}</span>
                  )}
                </CommandItem>
              );
            })}
          </CommandGroup>
        );
      })}
    </CommandDialog>
  );
}
