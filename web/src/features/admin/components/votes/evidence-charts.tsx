import { type ReactNode, useState } from "react";
import { ChartFrame } from "@/components/charts/chart-frame";
import type { TableData } from "@/components/charts/chart-table";
import { formatExact } from "@/lib/format";
import type { Evidence } from "../../api/integrity";
import { voteStrings as words } from "../../fns/vote-strings";
import { ResidualChart } from "./residual-chart";
import { SurpriseChart } from "./surprise-chart";
import { TimesChart } from "./times-chart";

interface EvidenceChartsProps {
  evidence: Evidence;
  names: ReadonlyMap<string, string>;
}

const two = (value: number) => value.toFixed(2);

export function EvidenceCharts({ evidence, names }: EvidenceChartsProps) {
  const { surprise, residual, times } = words;
  const nameOf = (id: string) => names.get(id) ?? id;
  return (
    <>
      {evidence.surprise.length > 1 && (
        <Framed
          said={surprise}
          fileName="surprise"
          data={{
            columns: [
              { label: surprise.x, format: String },
              { label: surprise.own, format: two },
              { label: surprise.low, format: two },
              { label: surprise.high, format: two },
            ],
            rows: evidence.surprise.map((one) => [one.votes, one.surprise, one.low, one.high]),
          }}
        >
          <SurpriseChart points={evidence.surprise} />
        </Framed>
      )}
      {evidence.models.length > 0 && (
        <Framed
          said={residual}
          fileName="models"
          data={{
            columns: [
              { label: residual.model, formatText: nameOf },
              { label: residual.points, format: two },
              { label: residual.expected, format: two },
              { label: residual.low, format: two },
              { label: residual.high, format: two },
            ],
            rows: evidence.models.map((one) => [
              one.model_id,
              one.points,
              one.expected,
              one.low,
              one.high,
            ]),
          }}
        >
          <ResidualChart models={evidence.models} nameOf={nameOf} />
        </Framed>
      )}
      {evidence.times.length > 0 && (
        <Framed
          said={times}
          fileName="times"
          data={{
            columns: [
              { label: times.x, formatText: (at) => formatExact(new Date(at)) },
              { label: times.y, format: String },
            ],
            rows: evidence.times.map((one) => [one.at, one.votes]),
          }}
        >
          <TimesChart times={evidence.times} />
        </Framed>
      )}
    </>
  );
}

interface FramedProps {
  said: { title: string; hint: string };
  fileName: string;
  data: TableData;
  children: ReactNode;
}

function Framed({ said, fileName, data, children }: FramedProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <ChartFrame
      title={said.title}
      hint={said.hint}
      fileName={fileName}
      data={data}
      asTable={asTable}
      onAsTable={setAsTable}
    >
      {children}
    </ChartFrame>
  );
}
