import type { ReactNode } from "react";
import { Section } from "@/components/ui/section";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { Tooltip } from "@/components/ui/tooltip";
import { formatCount } from "@/lib/format";
import type { Comparison, Difference } from "../../api/results";
import { compareStrings } from "../../fns/compare-strings";
import { formatChange, formatP } from "../../fns/scores";
import { differenceWords } from "../../fns/verdict";

const words = compareStrings.tests;

interface TestsTableProps {
  found: Comparison;
  labels: ReadonlyMap<string, string>;
}

/** For those who want to check the verdict. */
export function TestsTable({ found, labels }: TestsTableProps) {
  return (
    <Section title={words.title}>
      <Table reachable aria-label={words.title}>
        <thead>
          <tr>
            <HeadCell>{words.entry}</HeadCell>
            <HeadCell className="text-right">{words.difference}</HeadCell>
            <Hinted hint={words.pHint}>{words.p}</Hinted>
            <Hinted hint={words.holmHint}>{words.holm}</Hinted>
            <Hinted hint={words.mcnemarHint}>{words.mcnemar}</Hinted>
            <Hinted hint={words.bootstrapHint}>{words.bootstrap}</Hinted>
            <HeadCell className="text-right">{words.counts}</HeadCell>
            <HeadCell className="text-right">{words.samples}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {found.differences.map((one) => (
            <Row key={one.second} className="tabular-nums">
              <Cell className="max-w-72 truncate font-medium">
                {labels.get(one.second) ?? one.second}
              </Cell>
              <Cell className="text-right font-semibold">{differenceWords(one)}</Cell>
              <Cell className="text-right">{formatP(one.p)}</Cell>
              <Cell className="text-right">{formatP(one.p_holm)}</Cell>
              <Cell className="text-right">{formatP(one.mcnemar_p)}</Cell>
              <Cell className="text-right">{bootstrapWords(one)}</Cell>
              <Cell className="text-right">
                {[one.better, one.worse, one.same].map(formatCount).join(" / ")}
              </Cell>
              <Cell className="text-right">
                {formatCount(one.n)}
                {one.clusters !== null && (
                  <span className="block text-xs text-dim">
                    {words.groups(formatCount(one.clusters))}
                  </span>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function Hinted({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <HeadCell className="text-right">
      <Tooltip content={hint}>
        <span className="underline decoration-line-strong decoration-dotted underline-offset-4">
          {children}
        </span>
      </Tooltip>
    </HeadCell>
  );
}

function bootstrapWords({ bootstrap_low, bootstrap_high }: Difference): string {
  if (bootstrap_low === null || bootstrap_high === null) return "–";
  return `${formatChange(bootstrap_low)} to ${formatChange(bootstrap_high)}`;
}
