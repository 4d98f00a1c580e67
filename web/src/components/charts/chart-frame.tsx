import { Download, FileSpreadsheet, ImageDown } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { ActionMenu } from "@/components/ui/action-menu";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { toast } from "@/components/ui/toast-store";
import { toCsv } from "@/lib/csv";
import { downloadBlob, downloadText } from "@/lib/download";
import { formatExact } from "@/lib/format";
import { ChartTable, type TableData } from "./chart-table";
import { chartStrings } from "./strings";
import { svgToPng } from "./svg-to-png";

interface ChartFrameProps {
  title: string;
  /** Explains the chart in a sentence or two. */
  hint?: ReactNode;
  tools?: ReactNode;
  data: TableData;
  /** File name of the downloads, without extension. */
  fileName: string;
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
  children: ReactNode;
}

/** Title, table view and downloads around every chart. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, hint, tools, data, fileName, asTable, onAsTable, children } = props;
  const figure = useRef<HTMLElement>(null);

  const savePng = async () => {
    const svg = figure.current?.querySelector<SVGSVGElement>("svg[data-chart]");
    if (!svg) return;
    try {
      const caption = chartStrings.source(window.location.host, formatExact(new Date()));
      downloadBlob(await svgToPng(svg, { title, caption }), `${fileName}.png`);
    } catch {
      toast({ title: chartStrings.pngFailed });
    }
  };
  const saveCsv = () =>
    downloadText(
      toCsv(
        data.columns.map((column) => column.label),
        data.rows,
      ),
      "text/csv",
      `${fileName}.csv`,
    );

  return (
    <figure ref={figure} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <figcaption className="min-w-56 flex-1">
          <h3 className="text-[15px] font-semibold tracking-tight">{title}</h3>
          {hint && <p className="max-w-prose text-[13px] text-dim">{hint}</p>}
        </figcaption>
        {tools}
        <Segmented
          label={chartStrings.show}
          value={asTable ? "table" : "picture"}
          onChange={(value) => onAsTable(value === "table")}
          options={[
            { value: "picture", label: chartStrings.picture },
            { value: "table", label: chartStrings.table },
          ]}
        />
        <ActionMenu
          label={chartStrings.download(title)}
          trigger={
            <Button size="icon" aria-label={chartStrings.download(title)}>
              <Download aria-hidden="true" />
            </Button>
          }
          actions={[
            ...(asTable
              ? []
              : [{ label: chartStrings.png, icon: ImageDown, onSelect: () => void savePng() }]),
            { label: chartStrings.csv, icon: FileSpreadsheet, onSelect: saveCsv },
          ]}
        />
      </div>
      {asTable ? <ChartTable title={title} data={data} /> : children}
    </figure>
  );
}
