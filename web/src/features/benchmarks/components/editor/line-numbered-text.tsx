import { type RefObject, useRef } from "react";
import { cn } from "@/lib/cn";

interface LineNumberedTextProps {
  label: string;
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** Line numbers with problems. */
  marked: readonly number[];
  onChange: (text: string) => void;
}

/**
 * A text box with line numbers; lines with problems are marked. Lines do not wrap, so that the numbers stay aligned.
 */
export function LineNumberedText({ label, box, text, marked, onChange }: LineNumberedTextProps) {
  const gutter = useRef<HTMLDivElement>(null);
  const lines = text.split("\n").length;
  return (
    <div className="flex h-[60vh] [font-variant-ligatures:none] min-h-80 overflow-hidden rounded-card border border-line bg-panel focus-within:border-accent">
      <div
        ref={gutter}
        aria-hidden="true"
        className="shrink-0 overflow-hidden border-r border-line bg-soft py-3 text-right font-mono text-base leading-6 text-faint select-none md:text-[12.5px]"
      >
        {Array.from({ length: lines }, (_, place) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its number.
            key={place}
            className={cn(
              "px-2.5 tabular-nums",
              marked.includes(place + 1) && "bg-bad-soft font-semibold text-bad",
            )}
          >
            {place + 1}
          </div>
        ))}
      </div>
      <textarea
        ref={box}
        aria-label={label}
        wrap="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onScroll={(event) => {
          if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
        className="min-w-0 flex-1 resize-none bg-transparent px-3 py-3 font-mono text-base leading-6 text-ink outline-none md:text-[12.5px]"
      />
    </div>
  );
}
