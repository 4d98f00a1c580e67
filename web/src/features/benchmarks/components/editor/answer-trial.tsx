import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeChip } from "@/components/ui/code-chip";
import { Field } from "@/components/ui/field";
import { TextArea } from "@/components/ui/text-area";
import { cn } from "@/lib/cn";
import type { Mark, Preview, Spec } from "../../api/bench";
import { usePreview } from "../../api/trials";
import { editorStrings } from "../../fns/editor-strings";
import type { SuiteDraft } from "../../fns/suite-draft";
import { outcomeOf, trialOf } from "../../fns/trial";
import { TextBlock } from "../parts/text-block";
import { PreviewError, PreviewProblems } from "./prompt-preview";
import { SamplePager } from "./sample-pager";

const words = editorStrings.trial;

/** Tries extraction and scores on an answer typed by hand. */
export function AnswerTrial({ draft }: { draft: SuiteDraft }) {
  const [position, setPosition] = useState(0);
  const [answer, setAnswer] = useState("");
  const trial = trialOf(draft, undefined, position, answer);
  const { data, error, isFetching } = usePreview(trial);
  const target = data?.target;
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
      {data && <TrialPrompt preview={data} />}
      <Field label={words.answer}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={4}
            placeholder={words.placeholder}
            value={answer}
            onChange={(event) => setAnswer(event.target.value)}
          />
        )}
      </Field>
      {target && (
        <div>
          <Button variant="ghost" onClick={() => setAnswer(target)}>
            {words.useTarget}
          </Button>
        </div>
      )}
      {error && trial && <PreviewError error={error} />}
      {!error && data && (
        <div
          aria-live="polite"
          className={cn("flex flex-col gap-2 transition-opacity", isFetching && "opacity-60")}
        >
          {data.marks.length > 0 && answer.trim() !== "" && (
            <Marks preview={data} spec={draft.spec} />
          )}
          {data.marks.length + data.left_out.length === 0 && (
            <p className="text-[13px] text-dim">{words.waiting}</p>
          )}
          {data.left_out.map((sentence) => (
            <p key={sentence} className="text-[13px] text-dim wrap-anywhere">
              {sentence}
            </p>
          ))}
          <PreviewProblems problems={data.problems} />
        </div>
      )}
    </Card>
  );
}

function TrialPrompt({ preview }: { preview: Preview }) {
  const question = preview.messages.at(-1)?.content ?? "";
  const { title, target, noTarget } = editorStrings.preview;
  return (
    <div className="flex flex-col gap-1.5">
      <TextBlock label={title} text={question} className="max-h-32" />
      <p className="text-[13px]">
        <span className="text-dim">{target}:</span>{" "}
        <span className="font-medium wrap-anywhere">{preview.target ?? noTarget}</span>
      </p>
    </div>
  );
}

function Marks({ preview, spec }: { preview: Preview; spec: Spec }) {
  const { value } = preview;
  return (
    <>
      <ul className="flex flex-col gap-2">
        {preview.marks.map((mark) => (
          <li key={mark.name} className="rounded-control border border-line px-3 py-2">
            <OneMark mark={mark} />
          </li>
        ))}
      </ul>
      {value !== null && (
        <p className="flex items-center gap-2">
          {words.total} <span className="font-semibold tabular-nums">{shown(value)}</span>
          <Badge>{words[outcomeOf(preview, spec)]}</Badge>
        </p>
      )}
    </>
  );
}

const shown = (value: number) => value.toFixed(2);

function OneMark({ mark }: { mark: Mark }) {
  return (
    <>
      <p className="flex items-center gap-2">
        <span className="font-medium">{mark.name}</span>
        <span className="ml-auto font-semibold tabular-nums">
          {mark.value === null ? <Badge>{words.unparsed}</Badge> : shown(mark.value)}
        </span>
      </p>
      <p className="flex flex-wrap items-center gap-1.5 text-[13px] text-dim">
        {words.extracted}{" "}
        {mark.extracted === null ? (
          words.nothing
        ) : (
          <span className="max-w-full truncate">
            <CodeChip>{mark.extracted}</CodeChip>
          </span>
        )}
      </p>
      {typeof mark.details.statement === "string" && (
        <p className="flex flex-wrap items-center gap-1.5 text-[13px] text-dim">
          {words.statement}{" "}
          <span className="max-w-full truncate">
            <CodeChip>{mark.details.statement}</CodeChip>
          </span>
        </p>
      )}
      {mark.reason && <p className="text-[13px] text-dim wrap-anywhere">{mark.reason}</p>}
    </>
  );
}
