import { cn } from "@/lib/cn";

interface TextBlockProps {
  label: string;
  text: string;
  mono?: boolean;
  className?: string;
}

/** A longer text as it is, with its line ends; it scrolls by keyboard too. */
export function TextBlock({ label, text, mono = false, className }: TextBlockProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
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
