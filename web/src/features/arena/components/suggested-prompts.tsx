import { Skeleton } from "@/components/ui/skeleton";
import type { Arena } from "../api/battle";
import { arenaStrings } from "../fns/strings";

interface SuggestedPromptsProps {
  prompts: Arena["suggested_prompts"] | undefined;
  /** Loading failed. */
  failed: boolean;
  onChoose: (prompt: string) => void;
}

const tile =
  "flex min-h-17 flex-col rounded-xl border border-line bg-panel px-3.5 py-2.5 text-left text-[13px]";

export function SuggestedPrompts({ prompts, failed, onChoose }: SuggestedPromptsProps) {
  const known = prompts ?? (failed ? [] : undefined);
  return (
    <ul
      aria-label={arenaStrings.start.ideas}
      className="grid gap-2.5 sm:grid-cols-2 md:grid-cols-3 [&>li]:flex [&>li>*]:w-full"
    >
      {known
        ? known.slice(0, 6).map(({ title, prompt }) => (
            <li key={title}>
              <button
                type="button"
                onClick={() => onChoose(prompt)}
                className={`${tile} text-dim transition-colors hover:border-line-strong hover:bg-soft`}
              >
                <b className="mb-0.5 block font-semibold text-ink">{title}</b>
                <span className="line-clamp-2">{prompt}</span>
              </button>
            </li>
          ))
        : ["one", "two", "three", "four", "five", "six"].map((key) => (
            <li key={key} aria-hidden="true">
              <span className={tile}>
                <Skeleton className="mt-1 mb-2 w-14" />
                <Skeleton className="w-11/12" />
              </span>
            </li>
          ))}
    </ul>
  );
}
