import { Link } from "@tanstack/react-router";
import { Swords } from "lucide-react";
import type { ReactNode } from "react";
import { ChartFrame } from "@/components/charts/chart-frame";
import { Scatter } from "@/components/charts/scatter";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/select";
import { formatCount } from "@/lib/format";
import { chartColor } from "@/lib/model-color";
import { present } from "@/lib/search-params";
import type { Board } from "../../api/results";
import { standings, suitesOf } from "../../fns/board-dots";
import type { BoardSearch } from "../../fns/board-search";
import { boardStrings } from "../../fns/board-strings";
import { correlationWords } from "../../fns/correlation";
import {
  fileSlug,
  formatChange,
  formatChangeTick,
  formatPoints,
  formatTick,
} from "../../fns/scores";

const words = boardStrings.scatter;
const ALL = "all";
const FEWEST = 3;
const rounded = (value: number) => String(Math.round(value));

interface BoardScatterProps {
  board: Board;
  search: BoardSearch;
  onSearch: (search: BoardSearch) => void;
}

/** Benchmark scores against arena ratings, with their correlation in words. */
export function BoardScatter({ board, search, onSearch }: BoardScatterProps) {
  const suites = suitesOf(board);
  const suite = suites.find(({ name }) => name === search.suite);
  const choices = [
    { value: ALL, label: words.all },
    ...suites.map(({ name, title }) => ({ value: name, label: title })),
  ];
  const chooser = suites.length > 1 && (
    <Select
      aria-label={words.suite}
      className="max-w-60"
      value={suite?.name ?? ALL}
      onChoose={(name) => onSearch(present({ ...search, suite: name === ALL ? undefined : name }))}
      choices={choices}
    />
  );
  const found = board.correlations.find((one) => one.suite === (suite?.name ?? ALL));
  const dots = standings(board, suite?.name);
  const format = suite ? formatPoints : formatChange;
  return (
    <Card className="min-w-0 p-4 md:p-5">
      {dots.length < FEWEST ? (
        <TooFew count={dots.length} tools={chooser} />
      ) : (
        <ChartFrame
          title={words.title}
          hint={found && correlationWords(found)}
          tools={chooser}
          fileName={`benchmark-and-arena-${fileSlug(suite?.name ?? ALL)}`}
          asTable={search.table === true}
          onAsTable={(asTable) =>
            onSearch(present({ ...search, table: asTable ? (true as const) : undefined }))
          }
          data={{
            columns: [
              { label: boardStrings.table.model },
              { label: words.x, format },
              { label: words.y, format: rounded },
              { label: words.low, format: rounded },
              { label: words.high, format: rounded },
              { label: words.votes, format: formatCount },
            ],
            rows: dots.map(({ row, rating, x }) => [
              row.model_name,
              x,
              rating,
              row.rating_low,
              row.rating_high,
              row.votes,
            ]),
          }}
        >
          <Scatter
            linear
            label={words.label(dots.length)}
            xName={suite ? words.xSuite : words.xAll}
            yName={words.y}
            formatX={suite ? formatTick : formatChangeTick}
            formatY={rounded}
            front={[]}
            frontName=""
            dots={dots.map(({ row, rating, x, xLow, xHigh }) => ({
              id: row.model_id,
              label: row.model_name,
              x,
              xLow,
              xHigh,
              y: rating,
              low: row.rating_low ?? rating,
              high: row.rating_high ?? rating,
              color: chartColor(row.model_id),
              lines: [
                words.score(format(x)),
                words.rating(
                  rounded(rating),
                  ratingInterval(row.rating_low, rating, row.rating_high),
                ),
              ],
            }))}
          />
        </ChartFrame>
      )}
    </Card>
  );
}

function ratingInterval(low: number | null, rating: number, high: number | null): string {
  return low === null || high === null
    ? ""
    : `+${rounded(high - rating)}/−${rounded(rating - low)}`;
}

function TooFew({ count, tools }: { count: number; tools: ReactNode }) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="text-[15px] font-semibold tracking-tight">{words.title}</h3>
        {tools}
      </div>
      <EmptyState
        icon={Swords}
        title={words.needs.title}
        action={
          <Button asChild>
            <Link to="/">{words.needs.action}</Link>
          </Button>
        }
      >
        {words.needs.detail(formatCount(count))}
      </EmptyState>
    </>
  );
}
