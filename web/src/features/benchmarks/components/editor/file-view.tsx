import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { formatCount } from "@/lib/format";
import { describeFailure } from "@/lib/problem";
import type { ProblemLine, Suite } from "../../api/bench";
import { useCheck } from "../../api/trials";
import { datasetOf } from "../../fns/edit-conflict";
import type { EditorPartProps } from "../../fns/editor-part";
import { editorStrings } from "../../fns/editor-strings";
import { suiteText } from "../../fns/suite-text";
import type { SuiteSubmission } from "../../hooks/use-submit-suite";
import { LineNumberedText } from "./line-numbered-text";
import { NoteField } from "./note-field";

const words = editorStrings.text;

interface FileViewProps extends EditorPartProps {
  suite: Suite | undefined;
  submission: SuiteSubmission;
}

/** The suite as a text, checked while it is typed. The form takes over every valid text. */
export function FileView({ draft, onDraft, suite, submission }: FileViewProps) {
  const text = draft.text ?? suiteText(draft.spec);
  const datasetId = datasetOf(draft);
  const check = useCheck(text, datasetId);
  const { save, isPending } = submission;
  const problems = check.data?.problems ?? [];
  const box = useRef<HTMLTextAreaElement>(null);

  const spec = check.isCurrent && problems.length === 0 ? check.data?.spec : undefined;
  const takeOver = useEffectEvent((read: NonNullable<typeof spec>) => {
    if (draft.text !== null) onDraft({ ...draft, spec: read });
  });
  useEffect(() => {
    if (spec) takeOver(spec);
  }, [spec]);

  return (
    <div className="flex flex-col gap-3">
      <p className="text-dim">{words.lead}</p>
      <LineNumberedText
        label={words.label}
        box={box}
        text={text}
        marked={problems.flatMap(({ line }) => line ?? [])}
        onChange={(next) => onDraft({ ...draft, text: next })}
      />
      <Verdict
        checking={!check.isCurrent}
        error={check.error}
        problems={problems}
        onLine={(line) => goToLine(box.current, line)}
      />
      {suite && <NoteField draft={draft} onDraft={onDraft} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {!datasetId && !spec && (
          <p className="mr-auto text-[13px] text-dim">{editorStrings.save.noData}</p>
        )}
        <Button
          variant="primary"
          disabled={!check.isCurrent || check.error !== null || isPending}
          onClick={() => save(draft)}
        >
          {suite ? editorStrings.save.update : editorStrings.save.create}
        </Button>
      </div>
    </div>
  );
}

function goToLine(box: HTMLTextAreaElement | null, line: number): void {
  if (!box) return;
  const lines = box.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  box.focus();
  box.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}

interface VerdictProps {
  checking: boolean;
  error: Error | null;
  problems: readonly ProblemLine[];
  onLine: (line: number) => void;
}

function Verdict({ checking, error, problems, onLine }: VerdictProps) {
  if (error) {
    const { title, detail } = describeFailure(error);
    return (
      <p role="alert" className="text-bad">
        {words.failed} {title} {detail}
      </p>
    );
  }
  if (problems.length === 0) {
    return (
      <p role="status" className="flex items-center gap-2 text-[13px] text-dim">
        {!checking && <CircleCheck aria-hidden="true" className="size-4 text-good" />}
        {checking ? words.checking : words.fine}
      </p>
    );
  }
  return (
    <Card className="p-4">
      <p role="status" className="flex items-center gap-2 font-medium">
        <CircleAlert aria-hidden="true" className="size-4 text-bad" />
        {words.problems(formatCount(problems.length))}
      </p>
      <ul className="pt-1">
        {problems.map((problem) => (
          <ProblemItem
            key={`${problem.line} ${problem.field} ${problem.sentence}`}
            problem={problem}
            onLine={onLine}
          />
        ))}
      </ul>
    </Card>
  );
}

function ProblemItem({
  problem,
  onLine,
}: {
  problem: ProblemLine;
  onLine: (line: number) => void;
}) {
  const { line, field, sentence } = problem;
  return (
    <li className="flex flex-wrap items-center gap-x-2 text-[13px]">
      {line === null ? (
        <span className="text-dim">{words.noLine}</span>
      ) : (
        <Button variant="ghost" className="px-2" onClick={() => onLine(line)}>
          {words.line(formatCount(line))}
        </Button>
      )}
      <span className="font-mono text-[12.5px]">{field}</span>
      <span className="min-w-0 wrap-anywhere">{sentence}</span>
    </li>
  );
}
