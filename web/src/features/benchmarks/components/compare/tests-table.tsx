import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { Hint } from "@/components/ui/hint";
import { Section } from "@/components/ui/section";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { TableOrCards } from "@/components/ui/table-or-cards";
import { formatCount } from "@/lib/format";
import type { Comparison, Difference } from "../../api/results";
import { compareStrings } from "../../fns/compare-strings";
import { formatChange, formatP } from "../../fns/scores";
import { differenceWords } from "../../fns/verdict";
import { HintedHead } from "../parts/hinted-head";

const words = compareStrings.tests;

interface Fact {
  label: string;
  hint?: string;
  of: (one: Difference) => ReactNode;
}

const FACTS: readonly Fact[] = [
  {
    label: words.difference,
    of: (one) => <span className="font-semibold">{differenceWords(one)}</span>,
  },
  { label: words.p, hint: words.pHint, of: (one) => formatP(one.p) },
  { label: words.holm, hint: words.holmHint, of: (one) => formatP(one.p_holm) },
  { label: words.mcnemar, hint: words.mcnemarHint, of: (one) => formatP(one.mcnemar_p) },
  { label: words.bootstrap, hint: words.bootstrapHint, of: bootstrapWords },
  {
    label: words.counts,
    of: (one) => [one.better, one.worse, one.same].map(formatCount).join(" / "),
  },
  { label: words.samples, of: (one) => <Samples one={one} /> },
];

interface TestsTableProps {
  found: Comparison;
  labels: ReadonlyMap<string, string>;
}

/** The statistical tests behind the verdict. */
export function TestsTable(props: TestsTableProps) {
  return (
    <Section title={words.title}>
      <TableOrCards table={<Wide {...props} />} cards={<Narrow {...props} />} />
    </Section>
  );
}

function Wide({ found, labels }: TestsTableProps) {
  return (
    <Table aria-label={words.title}>
      <thead>
        <tr>
          <HeadCell className="sticky left-0 z-20">{words.entry}</HeadCell>
          {FACTS.map(({ label, hint }) =>
            hint ? (
              <HintedHead key={label} hint={hint}>
                {label}
              </HintedHead>
            ) : (
              <HeadCell key={label} className="text-right">
                {label}
              </HeadCell>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {found.differences.map((one) => (
          <Row key={one.second} className="tabular-nums hover:bg-transparent">
            <Cell className="sticky left-0 z-20 max-w-72 truncate bg-panel font-medium">
              {labels.get(one.second) ?? one.second}
            </Cell>
            {FACTS.map(({ label, of }) => (
              <Cell key={label} className="text-right">
                {of(one)}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** One card per comparison, for phones. */
function Narrow({ found, labels }: TestsTableProps) {
  return (
    <ul aria-label={words.title} className="flex flex-col gap-3">
      {found.differences.map((one) => (
        <li key={one.second}>
          <Card className="flex flex-col gap-1 p-4">
            <h3 className="font-semibold wrap-anywhere">{labels.get(one.second) ?? one.second}</h3>
            <dl className="flex flex-col text-[13px]">
              {FACTS.map(({ label, hint, of }) => (
                <div
                  key={label}
                  // Touch targets need room for each hint.
                  className="flex min-h-10.5 items-center justify-between gap-4 border-t border-line"
                >
                  <dt className="text-dim">{hint ? <Hint content={hint}>{label}</Hint> : label}</dt>
                  <dd className="min-w-0 text-right tabular-nums">{of(one)}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </li>
      ))}
    </ul>
  );
}

function Samples({ one }: { one: Difference }) {
  return (
    <>
      {formatCount(one.n)}
      {one.clusters !== null && (
        <span className="block text-xs text-dim">{words.groups(formatCount(one.clusters))}</span>
      )}
    </>
  );
}

function bootstrapWords({ bootstrap_low, bootstrap_high }: Difference): string {
  if (bootstrap_low === null || bootstrap_high === null) return "–";
  return `${formatChange(bootstrap_low)} to ${formatChange(bootstrap_high)}`;
}
