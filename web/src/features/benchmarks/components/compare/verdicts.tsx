import { Equal, type LucideIcon, Minus, TrendingDown, TrendingUp } from "lucide-react";
import type { Comparison } from "../../api/results";
import { verdictWords } from "../../fns/verdict";

const ICONS: Record<string, LucideIcon> = {
  better: TrendingUp,
  worse: TrendingDown,
  "no difference found": Equal,
};

interface VerdictsProps {
  found: Comparison;
  labels: ReadonlyMap<string, string>;
}

/** The results in plain sentences. */
export function Verdicts({ found, labels }: VerdictsProps) {
  return (
    <ul className="flex flex-col gap-1.5">
      {found.differences.map((one) => {
        const Icon = ICONS[one.verdict] ?? Minus;
        const isFound = one.verdict === "better" || one.verdict === "worse";
        return (
          <li key={one.second} className="flex items-start gap-2.5">
            <Icon
              aria-hidden="true"
              className={`mt-1 size-4 shrink-0 ${isFound ? "text-accent" : "text-faint"}`}
            />
            <span className={isFound ? "font-semibold" : undefined}>
              {verdictWords(
                one,
                labels.get(one.first) ?? one.first,
                labels.get(one.second) ?? one.second,
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
