import { useState } from "react";
import { ChartFrame } from "@/components/charts/chart-frame";
import { LineChart } from "@/components/charts/line-chart";
import { Card } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { useHistory } from "../api/boards";
import { historyLines, historyTable } from "../fns/history";
import { plotStrings } from "../fns/plot-strings";
import { formatRating } from "../fns/words";
import { PlotNothing, PlotPending } from "./plot-states";

const words = plotStrings.history;

/** The rating of one model over time. */
export function ModelHistory({ modelId }: { modelId: string }) {
  const [asTable, setAsTable] = useState(false);
  const [elo, setElo] = useState(false);
  const { data, error, refetch } = useHistory({
    board: "overall",
    models: [modelId],
    days: undefined,
  });
  const lines = data ? historyLines(data, elo) : [];
  return (
    <Card className="p-4 md:p-5">
      {!data && <PlotPending error={error} onRetry={() => refetch()} />}
      {data && lines.length === 0 && <PlotNothing />}
      {data && lines.length > 0 && (
        <ChartFrame
          title={elo ? words.titleElo : words.title}
          hint={elo ? words.hintElo : undefined}
          fileName={`history-${modelId.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}`}
          asTable={asTable}
          onAsTable={setAsTable}
          data={historyTable(data)}
          tools={
            <Segmented
              label={words.kind}
              value={elo ? "elo" : "rating"}
              onChange={(kind) => setElo(kind === "elo")}
              options={[
                { value: "rating", label: words.bradleyTerry },
                { value: "elo", label: words.elo },
              ]}
            />
          }
        >
          <LineChart
            label={words.label(lines.length)}
            lines={lines}
            xName={words.axis}
            yName={elo ? words.eloAxis : plotStrings.ratingAxis}
            format={formatRating}
            height={260}
          />
        </ChartFrame>
      )}
    </Card>
  );
}
