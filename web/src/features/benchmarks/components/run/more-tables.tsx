import type { ReactNode } from "react";
import { Section } from "@/components/ui/section";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { Run, RunLine } from "../../api/results";
import { bestFirst } from "../../fns/run-lines";
import { runStrings } from "../../fns/run-strings";
import { formatPercent } from "../../fns/scores";
import { LineName } from "../parts/line-name";
import { Score } from "../parts/score";

const { scoreMeans, passes } = runStrings;

interface Column {
  label: string;
  of: (line: RunLine) => ReactNode;
}

/** Single scores if a suite has several, and pass@k if samples were repeated. */
export function MoreTables({ run }: { run: Run }) {
  const names = run.lines[0]?.scores.map((score) => score.name) ?? [];
  const tries = Object.keys(run.lines[0]?.pass_at_k ?? {});
  return (
    <>
      {names.length > 1 && (
        <LinesWith
          run={run}
          title={scoreMeans.title}
          lead={scoreMeans.lead}
          columns={names.map((name, place) => ({
            label: name,
            of: ({ scores }) => {
              const score = scores[place];
              return score ? <Score score={score} /> : "–";
            },
          }))}
        />
      )}
      {run.epochs > 1 && tries.length > 0 && (
        <LinesWith
          run={run}
          title={passes.title}
          lead={passes.lead}
          columns={[
            ...tries.map((k) => ({
              label: passes.at(k),
              of: (line: RunLine) => share(line.pass_at_k[k]),
            })),
            ...tries.slice(1).map((k) => ({
              label: passes.hat(k),
              of: (line: RunLine) => share(line.pass_hat_k[k]),
            })),
          ]}
        />
      )}
    </>
  );
}

const share = (value: number | undefined) => (value === undefined ? "–" : formatPercent(value));

interface LinesWithProps {
  run: Run;
  title: string;
  lead: string;
  columns: readonly Column[];
}

function LinesWith({ run, title, lead, columns }: LinesWithProps) {
  return (
    <Section title={title} lead={lead}>
      <Table reachable aria-label={title}>
        <thead>
          <tr>
            <HeadCell>{runStrings.table.model}</HeadCell>
            {columns.map(({ label }) => (
              <HeadCell key={label} className="text-right">
                {label}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {bestFirst(run.lines).map((line) => (
            <Row key={line.key}>
              <Cell className="max-w-72 min-w-40 whitespace-normal">
                <LineName line={line} />
              </Cell>
              {columns.map(({ label, of }) => (
                <Cell key={label} className="text-right tabular-nums">
                  {of(line)}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
