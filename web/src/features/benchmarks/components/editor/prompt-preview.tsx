import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";
import { formatCount } from "@/lib/format";
import { describeFailure } from "@/lib/problem";
import type { Preview, ProblemLine } from "../../api/bench";
import { usePreview } from "../../api/trials";
import { editorStrings } from "../../fns/editor-strings";
import type { SuiteDraft } from "../../fns/suite-draft";
import { trialOf } from "../../fns/trial";
import { TextBlock } from "../parts/text-block";
import { SamplePager } from "./sample-pager";

const words = editorStrings.preview;

interface PromptPreviewProps {
  draft: SuiteDraft;
  prompt: string;
}

/** The messages that a model gets for a real sample. */
export function PromptPreview({ draft, prompt }: PromptPreviewProps) {
  const [position, setPosition] = useState(0);
  const trial = trialOf(draft, prompt, position);
  const { data, error, isFetching } = usePreview(trial);
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-[15px] font-semibold tracking-tight">{words.title}</h2>
        <SamplePager
          position={position}
          total={draft.data?.sampleCount ?? 0}
          onTurn={setPosition}
        />
      </div>
      {!trial && <p className="text-dim">{words.waiting}</p>}
      {trial && error && <PreviewError error={error} />}
      {trial && !error && !data && <Skeleton className="h-32 w-full" />}
      {trial && !error && data && (
        <div className={cn("flex flex-col gap-3 transition-opacity", isFetching && "opacity-60")}>
          {data.filtered && <Filtered filtered={data.filtered} />}
          <Messages messages={data.messages} />
          <p className="text-[13px]">
            <span className="text-dim">{words.target}:</span>{" "}
            <span className="font-medium wrap-anywhere">{data.target ?? words.noTarget}</span>
          </p>
          <PreviewProblems problems={data.problems} />
        </div>
      )}
    </Card>
  );
}

/** Whether the suite uses this sample, and how many others. */
function Filtered({ filtered }: { filtered: NonNullable<Preview["filtered"]> }) {
  const used = editorStrings.used;
  return (
    <p className="rounded-control bg-soft px-3 py-2 text-[13px]">
      <span className="font-medium">{filtered.keeps_sample ? used.kept : used.dropped}</span>{" "}
      {used.count(formatCount(filtered.kept), formatCount(filtered.checked))}
    </p>
  );
}

/** The error of the server, which names the template and the line. */
export function PreviewError({ error }: { error: Error }) {
  const { title, detail } = describeFailure(error);
  return (
    <p
      role="alert"
      className="rounded-control bg-bad-soft px-3 py-2 text-[13px] wrap-anywhere text-bad"
    >
      {[title, detail].filter(Boolean).join(" ")}
    </p>
  );
}

export function PreviewProblems({ problems }: { problems: readonly ProblemLine[] }) {
  if (problems.length === 0) return null;
  return (
    <div className="rounded-control border border-line bg-soft px-3 py-2 text-[13px]">
      <p className="font-medium">{words.problems}</p>
      <ul className="list-disc pl-5 text-dim">
        {problems.map((problem) => (
          <li key={`${problem.field} ${problem.sentence}`} className="wrap-anywhere">
            {problem.sentence}
          </li>
        ))}
      </ul>
    </div>
  );
}

const roleName = (role: string) => words.roles[role as keyof typeof words.roles] ?? role;

function Messages({ messages }: { messages: Preview["messages"] }) {
  return (
    <ol className="flex flex-col gap-2.5">
      {messages.map((message, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages are identified only by their order.
        <li key={place}>
          <p className="pb-0.5 text-xs font-medium text-dim">{roleName(message.role)}</p>
          <TextBlock
            label={roleName(message.role)}
            text={message.content}
            className={cn(message.role === "user" && "bg-panel")}
          />
        </li>
      ))}
    </ol>
  );
}
