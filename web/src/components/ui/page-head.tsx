import type { ReactNode } from "react";

interface PageHeadProps {
  title: string;
  lead: ReactNode;
  tools?: ReactNode;
}

export function PageHead({ title, lead, tools }: PageHeadProps) {
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2.5">
      <div className="mr-auto min-w-60 flex-1">
        <h1 className="text-[22px] leading-tight font-semibold tracking-tight">{title}</h1>
        <p className="max-w-3xl text-pretty text-dim">{lead}</p>
      </div>
      {tools && <div className="flex flex-wrap gap-2">{tools}</div>}
    </div>
  );
}
