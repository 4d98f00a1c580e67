import { cn } from "@/lib/cn";

interface TextBlockProps {
  label: string;
  text: string;
  mono?: boolean;
  className?: string;
}

/** Longer text with its line breaks, scrollable by keyboard. */
export function TextBlock({ label, text, mono = false, className }: TextBlockProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard.
      tabIndex={0}
      className={cn(
        "max-h-80 overflow-auto rounded-control border border-line bg-soft px-3 py-2 text-[13px] wrap-anywhere whitespace-pre-wrap",
        mono && "font-mono text-[12.5px]",
        className,
      )}
    >
      {text}
    </section>
  );
}
