import type { Answer } from "../../api/results";
import { verdictsOf } from "../../fns/judge-verdicts";
import { sampleStrings as words } from "../../fns/sample-strings";
import { formatPoints } from "../../fns/scores";
import { TextBlock } from "../parts/text-block";

type Mark = Answer["marks"][number];

interface MarksListProps {
  marks: readonly Mark[];
  answer: string | null;
}

/** Each score with the extracted answer and its reason. */
export function MarksList({ marks, answer }: MarksListProps) {
  return (
    <ul aria-label={words.scores} className="flex flex-col gap-3">
      {marks.map((mark) => (
        <li key={mark.name} className="flex flex-col gap-1 text-[13px]">
          <div className="flex items-baseline justify-between gap-3">
            <span className="font-medium">{mark.name}</span>
            <span className="tabular-nums">
              {mark.value === null ? (
                <span className="text-dim">{words.unparsed}</span>
              ) : (
                <span className="font-semibold">{words.points(formatPoints(mark.value))}</span>
              )}
            </span>
          </div>
          <Extracted text={mark.extracted} isAll={mark.extracted?.trim() === answer?.trim()} />
          {mark.reason && <p className="text-dim wrap-anywhere">{mark.reason}</p>}
          <Reasoning mark={mark} />
        </li>
      ))}
    </ul>
  );
}

function Extracted({ text, isAll }: { text: string | null; isAll: boolean }) {
  return (
    <p className="flex flex-wrap gap-x-2">
      <span className="text-dim">{words.extracted}</span>
      {text === null || isAll ? (
        <span className="text-faint">
          {text === null ? words.nothingExtracted : words.allExtracted}
        </span>
      ) : (
        <code className="line-clamp-4 rounded-md border border-line bg-soft px-1.5 font-mono text-[12.5px] wrap-anywhere whitespace-pre-wrap">
          {text}
        </code>
      )}
    </p>
  );
}

/** The reasoning of judges is long, so it is collapsed; other details are shown. */
function Reasoning({ mark }: { mark: Mark }) {
  const verdicts = verdictsOf(mark.details);
  if (verdicts.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer font-medium text-accent">{words.reasoning}</summary>
      <ul className="flex flex-col gap-2 pt-2">
        {verdicts.map(({ judge, grade, reasoning }) => (
          <li key={judge}>
            <p className="pb-1 text-xs font-medium text-dim">{words.judge(judge, grade)}</p>
            <TextBlock label={words.judge(judge, grade)} text={reasoning || words.judgeSilent} />
          </li>
        ))}
      </ul>
    </details>
  );
}
