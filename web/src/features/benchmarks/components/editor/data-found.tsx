import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { CodeChip } from "@/components/ui/code-chip";
import { Field } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { HeadCell, Row, Table } from "@/components/ui/table";
import { formatCount } from "@/lib/format";
import type { EditorPartProps } from "../../fns/editor-part";
import { editorStrings } from "../../fns/editor-strings";
import type { DataFacts } from "../../fns/suite-draft";
import { suiteStrings } from "../../fns/suite-strings";
import { SampleCells, shownColumns } from "../parts/sample-cells";

const words = editorStrings.data;
const MEANINGS = ["target", "cluster", "tags", "language", "id"] as const;

interface DataFoundProps extends EditorPartProps {
  tool: ReactNode;
}

/** The samples as they were parsed. */
export function DataFound({ draft, onDraft, tool }: DataFoundProps) {
  const { data } = draft;
  if (!data) return null;
  return (
    <>
      <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
        <div className="min-w-48 flex-1">
          <p className="text-[15px] font-semibold">
            {words.samples(formatCount(data.sampleCount))}
            {data.format && (
              <span className="font-normal text-dim"> · {words.detected(data.format)}</span>
            )}
          </p>
          <div className="flex flex-wrap gap-1.5 pt-1.5">
            <span className="sr-only">{words.columns}</span>
            {data.columns.map((column) => (
              <CodeChip key={column}>{column}</CodeChip>
            ))}
          </div>
        </div>
        {tool}
      </Card>
      {data.skipped.length > 0 && <Skipped lines={data.skipped} />}
      <Meanings draft={draft} onDraft={onDraft} columns={data.columns} />
      {data.first.length > 0 && <FirstSamples data={data} draft={draft} />}
    </>
  );
}

function Skipped({ lines }: { lines: readonly string[] }) {
  return (
    <div className="rounded-card border border-line bg-soft px-4 py-3 text-[13px]">
      <p className="font-medium">{words.skipped}</p>
      <ul className="list-disc pl-5 text-dim">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Meanings({ draft, onDraft, columns }: EditorPartProps & Pick<DataFacts, "columns">) {
  const { spec } = draft;
  const { fields } = spec.dataset;
  const choices = [
    { value: "", label: words.nothing },
    ...columns.map((value) => ({ value, label: value })),
  ];
  return (
    <Section title={words.meaning}>
      <Card className="grid gap-4 p-4 sm:grid-cols-2 lg:grid-cols-4">
        {MEANINGS.map((meaning) => (
          <Field
            key={meaning}
            label={words.fields[meaning].label}
            hint={words.fields[meaning].hint}
          >
            {(ids) => (
              <Select
                {...ids}
                value={fields[meaning] ?? ""}
                choices={choices}
                onChoose={(column) =>
                  onDraft({
                    ...draft,
                    spec: {
                      ...spec,
                      dataset: {
                        ...spec.dataset,
                        fields: { ...fields, [meaning]: column || null },
                      },
                    },
                  })
                }
              />
            )}
          </Field>
        ))}
      </Card>
    </Section>
  );
}

function FirstSamples({ data, draft }: Pick<EditorPartProps, "draft"> & { data: DataFacts }) {
  const { fields } = draft.spec.dataset;
  const columns = shownColumns(data.columns, fields);
  return (
    <Section title={words.first}>
      <Table reachable aria-label={words.first}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column}>{column}</HeadCell>
            ))}
            {fields.target && <HeadCell>{suiteStrings.table.target}</HeadCell>}
          </tr>
        </thead>
        <tbody>
          {data.first.map((sample) => {
            // A newly chosen column is shown at once, before the server reads the file again.
            const target = fields.target ? sample.fields[fields.target] : sample.target;
            return (
              <Row key={sample.position}>
                <SampleCells
                  sample={{ ...sample, target }}
                  columns={columns}
                  hasTarget={Boolean(fields.target)}
                />
              </Row>
            );
          })}
        </tbody>
      </Table>
    </Section>
  );
}
