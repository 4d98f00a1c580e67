import { useState } from "react";
import { cn } from "@/lib/cn";
import { formatCount } from "@/lib/format";
import type { DiffLine, Hunk } from "@/lib/text-diff";
import { Button } from "./button";
import { kitStrings } from "./strings";

const words = kitStrings.diff;
const MOST_LINES = 200;

const LOOKS = {
  same: { line: "", part: "", sign: "", spoken: "" },
  removed: {
    line: "bg-side-left/8",
    part: "bg-side-left/20 line-through decoration-side-left/70",
    sign: "−",
    spoken: words.removed,
  },
  added: {
    line: "bg-side-right/10",
    part: "bg-side-right/25 font-medium",
    sign: "+",
    spoken: words.added,
  },
} as const;

interface TextDiffProps {
  label: string;
  hunks: readonly Hunk[];
  className?: string;
}

/** What changed between two texts: removed lines in blue, added lines in amber. */
export function TextDiff({ label, hunks, className }: TextDiffProps) {
  const [isWhole, setWhole] = useState(false);
  const total = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const shown = isWhole ? hunks : takeLines(hunks, MOST_LINES);
  if (hunks.length === 0) return <p className="px-4 py-3 text-[13px] text-dim">{words.none}</p>;
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas must be reachable by keyboard.
      tabIndex={0}
      className={cn("overflow-y-auto font-mono text-[12.5px] leading-5", className)}
    >
      <table className="w-full table-fixed">
        <caption className="sr-only">{label}</caption>
        <colgroup>
          <col className="w-10 max-sm:w-7" />
          <col className="w-10 max-sm:w-7" />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">{words.oldLine}</th>
            <th scope="col">{words.newLine}</th>
            <th scope="col">{words.text}</th>
          </tr>
        </thead>
        {shown.map((hunk, place) => (
          <tbody
            // biome-ignore lint/suspicious/noArrayIndexKey: hunks of one comparison keep their order.
            key={place}
            className="not-first-of-type:border-t not-first-of-type:border-line"
          >
            {hunk.lines.map((line) => (
              <Line key={`${line.old_number} ${line.new_number}`} line={line} />
            ))}
          </tbody>
        ))}
      </table>
      {!isWhole && total > MOST_LINES && (
        <div className="p-2 font-sans">
          <Button variant="ghost" onClick={() => setWhole(true)}>
            {words.more(formatCount(total - MOST_LINES))}
          </Button>
        </div>
      )}
    </section>
  );
}

function Line({ line }: { line: DiffLine }) {
  const look = LOOKS[line.kind];
  const number =
    "pr-2 text-right align-top text-[11px] text-dim tabular-nums select-none max-sm:pr-1";
  return (
    <tr className={look.line}>
      <td className={number}>{line.old_number}</td>
      <td className={number}>{line.new_number}</td>
      <td className="py-px pr-3 pl-5 -indent-4 wrap-anywhere whitespace-pre-wrap">
        <span aria-hidden="true" className="inline-block w-4 indent-0 text-dim select-none">
          {look.sign}
        </span>
        {look.spoken && <span className="sr-only">{look.spoken} </span>}
        {line.parts.map((part, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line keep their order.
            key={place}
            className={LOOKS[part.kind].part}
          >
            {part.text}
          </span>
        ))}
      </td>
    </tr>
  );
}

function takeLines(hunks: readonly Hunk[], most: number): Hunk[] {
  let left = most;
  return hunks.flatMap(({ lines }) => {
    const taken = lines.slice(0, Math.max(left, 0));
    left -= lines.length;
    return taken.length > 0 ? [{ lines: taken }] : [];
  });
}
