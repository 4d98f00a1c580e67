import { Section } from "@/components/ui/section";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { formatCost, formatCount, formatDuration, formatTokens } from "@/lib/format";
import type { Run, RunLine } from "../../api/results";
import { bestFirst } from "../../fns/run-lines";
import { runStrings } from "../../fns/run-strings";
import { LineName } from "../parts/line-name";
import { Score } from "../parts/score";

const words = runStrings.table;
const time = (ms: number | null) => (ms === null ? "–" : formatDuration(ms));

/** The results of each model, best first. */
export function LinesTable({ run }: { run: Run }) {
  return (
    <Section title={words.title} lead={words.lead}>
      <Table reachable aria-label={words.title}>
        <thead>
          <tr>
            <HeadCell>{words.model}</HeadCell>
            <HeadCell className="text-right">{words.score}</HeadCell>
            <HeadCell className="text-right max-sm:hidden">{words.right}</HeadCell>
            <HeadCell className="text-right max-sm:hidden">{words.wrong}</HeadCell>
            <HeadCell className="text-right max-sm:hidden">{words.unparsed}</HeadCell>
            <HeadCell className="text-right max-sm:hidden">{words.failed}</HeadCell>
            <HeadCell className="text-right max-md:hidden">{words.p50}</HeadCell>
            <HeadCell className="text-right max-md:hidden">{words.p95}</HeadCell>
            <HeadCell className="text-right max-lg:hidden">{words.tokens}</HeadCell>
            <HeadCell className="text-right max-md:hidden">{words.cost}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {bestFirst(run.lines).map((line) => (
            <LineRow key={line.key} line={line} />
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function LineRow({ line }: { line: RunLine }) {
  const failed = line.failed + line.quarantined;
  const tokens = `${formatTokens(line.input_tokens)} / ${formatTokens(line.output_tokens)}`;
  const cost = line.cost_usd === null ? "–" : formatCost(line.cost_usd);
  return (
    <Row className="tabular-nums">
      <Cell className="max-w-72 whitespace-normal">
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
      <Cell className="text-right max-sm:hidden">{formatCount(line.right)}</Cell>
      <Cell className="text-right max-sm:hidden">{formatCount(line.wrong)}</Cell>
      <Cell className="text-right max-sm:hidden">{formatCount(line.unparsed)}</Cell>
      <Cell className="text-right max-sm:hidden">
        <span className={failed > 0 ? "font-medium text-bad" : undefined}>
          {formatCount(failed)}
        </span>
      </Cell>
      <Cell className="text-right max-md:hidden">{time(line.p50_ms)}</Cell>
      <Cell className="text-right max-md:hidden">{time(line.p95_ms)}</Cell>
      <Cell className="text-right max-lg:hidden">{tokens}</Cell>
      <Cell className="text-right max-md:hidden">{cost}</Cell>
    </Row>
  );
}
