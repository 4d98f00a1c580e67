import { Section } from "@/components/ui/section";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import { formatCost, formatCount, formatDuration, formatTokens } from "@/lib/format";
import type { Difference, Run, RunLine, Verdict } from "../../api/results";
import { entryOf } from "../../fns/entries";
import { bestFirst } from "../../fns/run-lines";
import { runStrings } from "../../fns/run-strings";
import { differenceWords } from "../../fns/verdict";
import { HintedHead } from "../parts/hinted-head";
import { LineName } from "../parts/line-name";
import { Score } from "../parts/score";

const words = runStrings.table;
const time = (ms: number | null) => (ms === null ? "–" : formatDuration(ms));

/** The results of each model, best first. */
export function LinesTable({ run, verdict }: { run: Run; verdict: Verdict | undefined }) {
  const leading = verdict ? [...verdict.leaders, ...verdict.unclear] : [];
  const isTinted = leading.length > 1 && leading.length < run.lines.length;
  const against = differencesByLine(run, verdict);
  return (
    <Section
      title={words.title}
      lead={isTinted ? `${words.lead} ${runStrings.summary.unclear}` : words.lead}
    >
      <Table reachable aria-label={words.title}>
        <thead>
          <tr>
            <HeadCell>{words.model}</HeadCell>
            <HeadCell className="text-right">{words.score}</HeadCell>
            {against.size > 0 && (
              <HintedHead hint={words.againstHint} className="text-right max-lg:hidden">
                {words.against}
              </HintedHead>
            )}
            <HeadCell className="text-right max-sm:hidden">{words.right}</HeadCell>
            <HeadCell className="text-right max-sm:hidden">{words.wrong}</HeadCell>
            <HeadCell className="text-right max-sm:hidden">{words.unparsed}</HeadCell>
            <HeadCell className="text-right max-sm:hidden">{words.failed}</HeadCell>
            <HeadCell className="text-right max-md:hidden">{words.p50}</HeadCell>
            <HeadCell className="text-right max-xl:hidden">{words.p95}</HeadCell>
            <HeadCell className="text-right max-xl:hidden">{words.tokens}</HeadCell>
            <HeadCell className="text-right max-md:hidden">{words.cost}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {bestFirst(run.lines).map((line) => (
            <LineRow
              key={line.key}
              line={line}
              difference={against.size > 0 ? against.get(line.key) : undefined}
              isLeader={line.key === verdict?.leaders[0]}
              isTinted={isTinted && leading.includes(line.key)}
              isCompared={against.size > 0}
            />
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

/** Of each line from the leader, by the key of the line. */
function differencesByLine(run: Run, verdict: Verdict | undefined): Map<string, Difference> {
  const found = new Map(verdict?.differences.map((one) => [one.second, one]));
  return new Map(
    run.lines.flatMap((line) => {
      const one = found.get(entryOf(run.run_id, line.model_id, line.prompt));
      return one ? [[line.key, one] as const] : [];
    }),
  );
}

interface LineRowProps {
  line: RunLine;
  difference: Difference | undefined;
  isLeader: boolean;
  isTinted: boolean;
  isCompared: boolean;
}

function LineRow({ line, difference, isLeader, isTinted, isCompared }: LineRowProps) {
  const failed = line.failed + line.quarantined;
  const tokens = `${formatTokens(line.input_tokens)} / ${formatTokens(line.output_tokens)}`;
  const cost = line.cost_usd === null ? "–" : formatCost(line.cost_usd);
  return (
    <Row className={cn("tabular-nums", isTinted && "bg-soft/70")}>
      <Cell className="max-w-72 min-w-36 whitespace-normal">
        <LineName line={line} />
        <p className="pt-1 text-xs text-dim sm:hidden">
          {words.facts(formatCount(line.unparsed), formatCount(failed))}
        </p>
        <p className="text-xs text-dim md:hidden">
          {time(line.p50_ms)} · {cost}
        </p>
      </Cell>
      <Cell className="text-right">
        <Score score={line.score} nothing={words.none} />
      </Cell>
      {isCompared && (
        <Cell className="text-right text-[13px] text-dim max-lg:hidden">
          {isLeader ? words.leader : difference ? differenceWords(difference) : "–"}
        </Cell>
      )}
      <Cell className="text-right max-sm:hidden">{formatCount(line.right)}</Cell>
      <Cell className="text-right max-sm:hidden">{formatCount(line.wrong)}</Cell>
      <Cell className="text-right max-sm:hidden">{formatCount(line.unparsed)}</Cell>
      <Cell className="text-right max-sm:hidden">
        <span className={failed > 0 ? "font-medium text-bad" : undefined}>
          {formatCount(failed)}
        </span>
      </Cell>
      <Cell className="text-right max-md:hidden">{time(line.p50_ms)}</Cell>
      <Cell className="text-right max-xl:hidden">{time(line.p95_ms)}</Cell>
      <Cell className="text-right max-xl:hidden">{tokens}</Cell>
      <Cell className="text-right max-md:hidden">{cost}</Cell>
    </Row>
  );
}
