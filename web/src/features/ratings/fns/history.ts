import { formatCount, formatExact } from "@/lib/format";
import { chartColor } from "@/lib/model-color";
import type { History, HistoryPoint } from "../api/ratings";
import { plotStrings } from "./plot-strings";
import { formatRating, intervalWords } from "./words";

const words = plotStrings.history;

function ratingPoint(point: HistoryPoint) {
  return {
    at: Date.parse(point.at),
    value: point.elo_score,
    low: point.ci_low,
    high: point.ci_high,
    lines: [
      `${formatRating(point.elo_score)} ${intervalWords(point)}`,
      words.place(point.rank, formatCount(point.vote_count)),
      formatExact(new Date(point.at)),
    ],
  };
}

function eloPoint(point: HistoryPoint) {
  if (point.online_elo === null) return [];
  return [
    {
      at: Date.parse(point.at),
      value: point.online_elo,
      lines: [`${words.elo} ${formatRating(point.online_elo)}`, formatExact(new Date(point.at))],
    },
  ];
}

/** The lines of the history chart: ratings with bands, or online Elo without. */
export function historyLines({ lines }: History, elo: boolean) {
  return lines
    .map((line) => ({
      id: line.model_id,
      label: line.model_name,
      color: chartColor(line.model_id),
      points: elo ? line.points.flatMap(eloPoint) : line.points.map(ratingPoint),
    }))
    .filter((line) => line.points.length > 0);
}

/** All numbers of the chart, both measures, newest first. */
export function historyTable({ lines }: History) {
  return {
    columns: [
      { label: plotStrings.model },
      { label: words.at, formatText: (iso: string) => formatExact(new Date(iso)) },
      { label: words.bradleyTerry, format: formatRating },
      { label: plotStrings.low, format: formatRating },
      { label: plotStrings.high, format: formatRating },
      { label: words.rank, format: formatCount },
      { label: plotStrings.votes, format: formatCount },
      { label: words.elo, format: formatRating },
    ],
    rows: lines.flatMap((line) =>
      line.points
        .toReversed()
        .map((point) => [
          line.model_name,
          point.at,
          point.elo_score,
          point.ci_low,
          point.ci_high,
          point.rank,
          point.vote_count,
          point.online_elo,
        ]),
    ),
  };
}
