import { CircleCheck } from "lucide-react";
import { CodeChip } from "@/components/ui/code-chip";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { formatCount } from "@/lib/format";
import type { Run } from "../../api/results";
import { problemsOf } from "../../fns/run-lines";
import { runStrings } from "../../fns/run-strings";
import { ModelLogos } from "../parts/model-logos";

const words = runStrings.errors;

/** The errors of a run by frequency and model. */
export function RunErrors({ run }: { run: Run }) {
  const names = new Map(run.lines.map((line) => [line.model_id, line.model_name]));
  const problems = problemsOf(run.lines);
  if (problems.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title={words.none} heading="h2">
        {run.status === "running" ? words.noneYet : words.noneDetail}
      </EmptyState>
    );
  }
  return (
    <Section title={words.title} lead={words.lead}>
      <Table reachable aria-label={words.title}>
        <thead>
          <tr>
            <HeadCell>{words.kind}</HeadCell>
            <HeadCell className="text-right">{words.count}</HeadCell>
            <HeadCell className="max-sm:hidden">{words.models}</HeadCell>
            <HeadCell>{words.last}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ kind, count, last, lines }) => (
            <Row key={kind}>
              <Cell className="align-top">
                <CodeChip>{kind}</CodeChip>
              </Cell>
              <Cell className="text-right align-top tabular-nums">{formatCount(count)}</Cell>
              <Cell className="align-top max-sm:hidden">
                <ModelLogos
                  models={[...new Set(lines.map((line) => line.model_id))]}
                  names={names}
                />
              </Cell>
              <Cell className="w-full min-w-40 align-top whitespace-normal">
                <span className="line-clamp-3 text-[13px] wrap-anywhere text-dim">{last}</span>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
