import { cn } from "@/lib/cn";
import { shortWords } from "../../fns/estimate-words";
import { newRunStrings } from "../../fns/new-run-strings";
import type { EstimateProps } from "./estimate-card";

const words = newRunStrings.estimate;

interface EstimateLineProps extends EstimateProps {
  /** Shows the full estimate. */
  onShow: () => void;
}

/** A short estimate next to the Start button, for layouts in which the full one is out of view. */
export function EstimateLine({ query, asked, onShow }: EstimateLineProps) {
  const [first, second] = linesOf(query, asked);
  return (
    <button
      type="button"
      onClick={onShow}
      className="min-h-10 min-w-0 flex-1 rounded-control text-left lg:hidden"
    >
      <span
        className={cn(
          "block truncate font-semibold tabular-nums transition-opacity",
          asked && query.isFetching && "opacity-60",
          asked && query.error && "text-bad",
        )}
      >
        {first}
      </span>
      <span className="block truncate text-xs text-dim tabular-nums underline decoration-line-strong decoration-dotted underline-offset-4">
        {second}
      </span>
    </button>
  );
}

function linesOf({ data, error }: EstimateProps["query"], asked: boolean): [string, string] {
  if (!asked) return [words.title, words.chooseFirst];
  if (error) return [words.failed, words.short];
  return data ? shortWords(data) : [words.counting, words.short];
}
