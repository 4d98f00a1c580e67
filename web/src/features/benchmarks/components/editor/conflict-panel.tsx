import { Check, GitMerge } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { TextDiff } from "@/components/ui/text-diff";
import { formatCount } from "@/lib/format";
import { diffLines, groupHunks } from "@/lib/text-diff";
import type { EditConflict, Suite } from "../../api/bench";
import { useSuite } from "../../api/suites";
import { conflictStrings as words } from "../../fns/conflict-strings";
import { TextBlock } from "../parts/text-block";

interface ConflictPanelProps {
  conflict: EditConflict;
  suiteId: string;
  isPending: boolean;
  onBack: () => void;
  onMerge: (theirs: Suite) => void;
  onKeepMine: () => void;
  onTakeTheirs: (theirs: Suite) => void;
}

/** Shows both edits of one version and how to continue. */
export function ConflictPanel(props: ConflictPanelProps) {
  const { conflict, suiteId, isPending, onBack, onMerge, onKeepMine, onTakeTheirs } = props;
  const theirs = useSuite(suiteId, conflict.newest).data;
  const [base, newest] = [formatCount(conflict.base_number), formatCount(conflict.newest)];
  const heading = useId();
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new conflict gets focus.
  useEffect(() => panel.current?.focus(), [conflict]);
  return (
    <section ref={panel} tabIndex={-1} aria-labelledby={heading} className="outline-none">
      <Card className="flex flex-col gap-4 border-line-strong p-4">
        <div role="alert">
          <h2 id={heading} className="text-[17px] font-semibold tracking-tight">
            {words.title}
          </h2>
          <p className="max-w-3xl text-pretty text-dim">{words.lead(base, newest)}</p>
        </div>
        <div className="grid gap-4 lg:grid-cols-2">
          <Edit
            title={words.theirs(base, newest)}
            before={conflict.base}
            after={conflict.theirs}
            version={theirs?.versions.find(({ number }) => number === conflict.newest)}
          />
          <Edit title={words.yours(base)} before={conflict.base} after={conflict.yours} />
        </div>
        <details>
          <summary className="min-h-10 cursor-pointer content-center text-[13px] text-dim md:min-h-0">
            {words.base(base)}
          </summary>
          <TextBlock mono label={words.base(base)} text={conflict.base} className="mt-2" />
        </details>
        <div className="flex flex-wrap items-center gap-2">
          <p className="mr-auto min-w-60 flex-1 text-[13px] text-dim">
            {conflict.merged === null ? words.clashes : words.fits} {words.keepHint(newest)}
          </p>
          <Button variant="ghost" disabled={isPending} onClick={onBack}>
            {words.goOn}
          </Button>
          <Button disabled={!theirs || isPending} onClick={() => theirs && onTakeTheirs(theirs)}>
            {words.take}
          </Button>
          <Button disabled={isPending} onClick={onKeepMine}>
            <Check aria-hidden="true" />
            {words.keep}
          </Button>
          <Button
            variant="primary"
            disabled={!theirs || isPending}
            onClick={() => theirs && onMerge(theirs)}
          >
            <GitMerge aria-hidden="true" />
            {words.merge}
          </Button>
        </div>
      </Card>
    </section>
  );
}

interface EditProps {
  title: string;
  before: string;
  after: string;
  version?: Suite["versions"][number] | undefined;
}

function Edit({ title, before, after, version }: EditProps) {
  return (
    <div className="flex min-w-0 flex-col overflow-hidden rounded-control border border-line">
      <div className="border-b border-line bg-soft px-3 py-2">
        <h3 className="font-medium">{title}</h3>
        {version && (
          <p className="text-[13px] text-dim">
            <RelativeTime iso={version.created_at} />
            {version.created_by && ` ${words.savedBy(version.created_by)}`}
            {version.note && ` · ${version.note}`}
          </p>
        )}
      </div>
      <TextDiff label={title} hunks={groupHunks(diffLines(before, after))} className="max-h-80" />
    </div>
  );
}
