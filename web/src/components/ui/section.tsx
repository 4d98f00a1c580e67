import { type ReactNode, useId } from "react";

interface SectionProps {
  title: string;
  lead?: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
}

/** A part of a page with its own heading. */
export function Section({ title, lead, tools, children }: SectionProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex min-w-0 flex-col gap-2.5">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
        <div className="min-w-0">
          <h2 id={heading} className="text-[17px] font-semibold tracking-tight">
            {title}
          </h2>
          {lead && <p className="max-w-3xl text-[13px] text-pretty text-dim">{lead}</p>}
        </div>
        {tools}
      </div>
      {children}
    </section>
  );
}
