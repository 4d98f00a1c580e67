import type { ReactNode } from "react";

export function CodeChip({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-md border border-line bg-soft px-1.5 py-px font-mono text-[12.5px] whitespace-nowrap text-ink">
      {children}
    </code>
  );
}
