import { type ReactNode, useId } from "react";

interface SectionProps {
  title: string;
  tools?: ReactNode;
  children: ReactNode;
}

/** A part of a page under its own heading. */
export function Section({ title, tools, children }: SectionProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex min-w-0 flex-col gap-2.5">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
        <h2 id={heading} className="text-[17px] font-semibold tracking-tight">
          {title}
        </h2>
        {tools}
      </div>
      {children}
    </section>
  );
}
