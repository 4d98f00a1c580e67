import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { ModelLogo } from "@/components/ui/model-logo";
import { cn } from "@/lib/cn";
import { formatCost, formatCount, formatDuration } from "@/lib/format";
import type { Answer } from "../../api/results";
import { formatClock } from "../../fns/clock";
import { ordinal } from "../../fns/run-strings";
import { sampleStrings as words } from "../../fns/sample-strings";
import { TextBlock } from "../parts/text-block";
import { OutcomeBadge } from "../run/outcome-mark";
import { MarksList } from "./marks-list";

interface AnswerCardProps {
  answer: Answer;
  severalEpochs: boolean;
}

/** The answer of one model to the sample, and its scores. */
export function AnswerCard({ answer, severalEpochs }: AnswerCardProps) {
  return (
    <Card className="flex min-w-0 flex-col">
      <header className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
        <ModelLogo
          modelId={answer.model_id}
          name={answer.model_name}
          className="size-6 rounded-md text-[10px]"
        />
        <h3 className="min-w-0 font-semibold wrap-anywhere">
          {answer.model_name}
          {answer.key !== answer.model_id && (
            <span className="font-normal text-dim"> · {answer.prompt}</span>
          )}
        </h3>
        {severalEpochs && <Badge>{words.epoch(formatCount(answer.epoch))}</Badge>}
        <span className="ml-auto">
          <OutcomeBadge outcome={answer.outcome} />
        </span>
      </header>
      <div className="flex flex-1 flex-col gap-3 p-4">
        <Said answer={answer} />
        <AnswerError answer={answer} />
        {answer.marks.length > 0 && <MarksList marks={answer.marks} answer={answer.answer} />}
      </div>
      <Facts answer={answer} />
    </Card>
  );
}

function Said({ answer }: { answer: Answer }) {
  if (answer.turns.length > 0) return <Turns answer={answer} />;
  if (answer.answer) {
    return <TextBlock label={words.answerOf(answer.model_name)} text={answer.answer} />;
  }
  const why = answer.outcome === "retrying" ? words.notYet : words.none;
  return <p className="text-[13px] text-dim">{answer.answer === null ? why : words.empty}</p>;
}

/** All questions and answers of a conversation. */
function Turns({ answer }: { answer: Answer }) {
  return (
    <ol className="flex flex-col gap-3">
      {answer.turns.map((turn, place) => {
        const name = words.turn(formatCount(place + 1));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are identified only by their order.
          <li key={place} className="flex flex-col gap-1.5">
            <p className="text-xs font-medium text-dim">{name}</p>
            <TextBlock
              label={`${name}, ${words.roles.user}`}
              text={turn.question}
              className="bg-panel"
            />
            <TextBlock label={`${name}, ${words.answerOf(answer.model_name)}`} text={turn.answer} />
          </li>
        );
      })}
    </ol>
  );
}

function AnswerError({ answer }: { answer: Answer }) {
  const { error, error_kind, next_try_at, tries, outcome } = answer;
  const next =
    outcome === "retrying" && next_try_at
      ? words.nextTry(ordinal(tries + 1), formatClock(next_try_at))
      : undefined;
  if (!error && !error_kind && !next) return null;
  return (
    <div className={cn("rounded-control px-3 py-2 text-[13px]", next ? "bg-soft" : "bg-bad-soft")}>
      <p className={cn("font-medium", !next && "text-bad")}>
        {[error_kind?.replaceAll("_", " "), next].filter(Boolean).join(" · ")}
      </p>
      {error && <p className="wrap-anywhere">{error}</p>}
    </div>
  );
}

function Facts({ answer }: { answer: Answer }) {
  const facts = factsOf(answer);
  if (facts.length === 0) return null;
  return (
    <footer className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-xs text-dim tabular-nums">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </footer>
  );
}

function factsOf(answer: Answer): string[] {
  const { input_tokens, output_tokens, total_ms, first_token_ms, cost_usd, tries } = answer;
  return [
    total_ms !== null && formatDuration(total_ms),
    first_token_ms !== null && words.facts.first(formatDuration(first_token_ms)),
    output_tokens !== null &&
      words.facts.tokens(formatCount(input_tokens ?? 0), formatCount(output_tokens)),
    cost_usd !== null && formatCost(cost_usd),
    tries > 1 && words.facts.tries(formatCount(tries)),
    answer.cached && words.facts.cached,
    answer.finish !== null && answer.finish !== "stop" && words.facts.finish(answer.finish),
  ].filter((fact) => typeof fact === "string");
}
