import { Link } from "@tanstack/react-router";
import { ArrowUpToLine, Plus, X } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Hint } from "@/components/ui/hint";
import { ModelLogo } from "@/components/ui/model-logo";
import { Section } from "@/components/ui/section";
import { Tooltip } from "@/components/ui/tooltip";
import { formatCount } from "@/lib/format";
import type { Comparison, Entry } from "../../api/results";
import { compareStrings as words } from "../../fns/compare-strings";
import { partsOf } from "../../fns/entries";
import { Score } from "../parts/score";

interface ChosenEntriesProps {
  entries: readonly string[];
  found: Comparison | undefined;
  names: ReadonlyMap<string, string>;
  onChange: (entries: string[]) => void;
  onAdd: () => void;
}

/** The compared entries; the first one is the baseline. */
export function ChosenEntries({ entries, found, names, onChange, onAdd }: ChosenEntriesProps) {
  const prompts = new Set(entries.map((entry) => partsOf(entry).prompt));
  if (entries.length === 0) return null;
  return (
    <Section
      title={words.entries}
      tools={
        <Button onClick={onAdd}>
          <Plus aria-hidden="true" />
          {words.add}
        </Button>
      }
    >
      <Card>
        <ul>
          {entries.map((entry, place) => (
            <EntryLine
              showPrompt={prompts.size > 1}
              key={entry}
              entry={entry}
              known={found?.entries.find((one) => one.entry === entry)}
              names={names}
              isFirst={place === 0}
              onRemove={() => onChange(entries.filter((one) => one !== entry))}
              onFirst={() => onChange([entry, ...entries.filter((one) => one !== entry)])}
            />
          ))}
        </ul>
      </Card>
    </Section>
  );
}

interface EntryLineProps {
  entry: string;
  known: Entry | undefined;
  names: ReadonlyMap<string, string>;
  isFirst: boolean;
  showPrompt: boolean;
  onRemove: () => void;
  onFirst: () => void;
}

function EntryLine(props: EntryLineProps) {
  const { entry, known, names, isFirst, showPrompt, onRemove, onFirst } = props;
  const { modelId, prompt, runId } = partsOf(entry);
  const name = known?.model_name ?? names.get(modelId) ?? modelId;
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
      <ModelLogo modelId={modelId} name={name} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-1.5 font-semibold">
          {name}
          {showPrompt && <Badge>{prompt}</Badge>}
          {isFirst && (
            <Hint plain content={words.baselineHint}>
              <Badge className="border-accent text-accent">{words.baseline}</Badge>
            </Hint>
          )}
        </p>
        {known && (
          <p className="text-[13px] text-dim">
            <Link
              to="/benchmarks/runs/$runId"
              params={{ runId }}
              className="inline-flex h-10 items-center text-accent underline decoration-line-strong underline-offset-4 md:h-auto"
            >
              {known.run_title || known.suite_name}
            </Link>
            {` · ${known.suite_name}, ${words.version(formatCount(known.version))}`}
          </p>
        )}
        <p className="sm:hidden">{known && <Score score={known.score} />}</p>
      </div>
      <span className="max-sm:hidden">{known && <Score score={known.score} />}</span>
      <div className="flex shrink-0 justify-end sm:w-20">
        {!isFirst && (
          <Tooltip content={words.makeBaseline}>
            <Button
              variant="ghost"
              size="icon"
              aria-label={words.makeBaselineOf(name)}
              onClick={onFirst}
            >
              <ArrowUpToLine aria-hidden="true" />
            </Button>
          </Tooltip>
        )}
        <Button variant="ghost" size="icon" aria-label={words.remove(name)} onClick={onRemove}>
          <X aria-hidden="true" />
        </Button>
      </div>
    </li>
  );
}
