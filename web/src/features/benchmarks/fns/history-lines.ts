import { chartColor } from "@/lib/model-color";
import type { HistoryPoint } from "../api/results";
import { compareStrings } from "./compare-strings";
import { scoreWords } from "./scores";

interface HistoryLine {
  id: string;
  label: string;
  color: string;
  points: { at: number; value: number; low?: number; high?: number; lines: string[] }[];
}

/** One line per model, and per prompt if there are several. */
export function historyLines(points: readonly HistoryPoint[]): HistoryLine[] {
  const severalPrompts = new Set(points.map((point) => point.prompt)).size > 1;
  const lines = new Map<string, HistoryLine>();
  for (const point of points) {
    const { mean, low, high } = point.score;
    if (mean === null) continue;
    const id = `${point.model_id}#${point.prompt}`;
    const line = lines.get(id) ?? {
      id,
      label: severalPrompts ? `${point.model_name} · ${point.prompt}` : point.model_name,
      color: chartColor(point.model_id),
      points: [],
    };
    line.points.push({
      at: Date.parse(point.created_at),
      value: mean,
      ...(low === null || high === null ? {} : { low, high }),
      lines: [
        scoreWords(point.score) ?? "",
        compareStrings.history.at(point.run_title, String(point.version)),
      ],
    });
    lines.set(id, line);
  }
  return [...lines.values()];
}
