import { type ReactNode, useId } from "react";
import { Card } from "@/components/ui/card";

interface SettingsSectionProps {
  title: string;
  lead?: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
}

/** A section of the settings: heading, lead and a card. */
export function SettingsSection({ title, lead, tools, children }: SettingsSectionProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={heading} className="text-[17px] font-semibold tracking-tight">
            {title}
          </h2>
          {lead && <p className="text-dim">{lead}</p>}
        </div>
        {tools}
      </div>
      {children}
    </section>
  );
}

export function SettingsCard({ children }: { children: ReactNode }) {
  return <Card className="p-4 md:p-5">{children}</Card>;
}
