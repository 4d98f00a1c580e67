import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { formatCount } from "@/lib/format";
import type { Suite } from "../../api/bench";
import { SAMPLES_PER_PAGE, useSamples } from "../../api/suites";
import { suiteStrings } from "../../fns/suite-strings";
import { Loaded } from "../parts/loaded";
import { SampleCells, shownColumns } from "../parts/sample-cells";

const words = suiteStrings.table;

interface SuiteSamplesProps {
  suite: Suite;
  page: number;
  onPage: (page: number) => void;
}

export function SuiteSamples({ suite, page, onPage }: SuiteSamplesProps) {
  const query = useSamples(suite.suite_id, suite.number, page);
  const total = formatCount(suite.sample_count);
  const hasTarget = Boolean(suite.spec.dataset.fields.target);
  const columns = shownColumns(suite.columns, suite.spec.dataset.fields);
  return (
    <Section
      title={words.title}
      lead={words.lead(total)}
      tools={<Pager total={suite.sample_count} page={page} onPage={onPage} />}
    >
      <Loaded query={query} name={words.title}>
        {({ samples }) =>
          samples.length === 0 ? (
            <p className="text-dim">{words.empty}</p>
          ) : (
            <Table reachable aria-label={words.title}>
              <thead>
                <tr>
                  <HeadCell className="w-0 text-right">{words.number}</HeadCell>
                  {columns.map((column) => (
                    <HeadCell key={column}>{column}</HeadCell>
                  ))}
                  {hasTarget && <HeadCell>{words.target}</HeadCell>}
                  {suite.clusters !== null && <HeadCell>{words.group}</HeadCell>}
                </tr>
              </thead>
              <tbody>
                {samples.map((sample) => (
                  <Row key={sample.position}>
                    <Cell className="text-right align-top text-dim tabular-nums">
                      {formatCount(sample.position + 1)}
                    </Cell>
                    <SampleCells sample={sample} columns={columns} hasTarget={hasTarget} />
                    {suite.clusters !== null && (
                      <Cell className="max-w-40 truncate align-top text-dim">{sample.cluster}</Cell>
                    )}
                  </Row>
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
    </Section>
  );
}

interface PagerProps {
  total: number;
  page: number;
  onPage: (page: number) => void;
}

function Pager({ total, page, onPage }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / SAMPLES_PER_PAGE));
  if (pages === 1) return null;
  const first = (page - 1) * SAMPLES_PER_PAGE + 1;
  const last = Math.min(total, page * SAMPLES_PER_PAGE);
  return (
    <div className="flex items-center gap-1.5">
      <span className="pr-1 text-[13px] text-dim tabular-nums">
        {words.range(formatCount(first), formatCount(last), formatCount(total))}
      </span>
      <Button size="icon" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" />
        <span className="sr-only">{words.previous}</span>
      </Button>
      <Button size="icon" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden="true" />
        <span className="sr-only">{words.next}</span>
      </Button>
    </div>
  );
}
