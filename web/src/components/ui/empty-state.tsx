import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  heading?: "h1" | "h2";
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState(props: EmptyStateProps) {
  const { icon: Icon, title, heading: Heading = "h2", children, action } = props;
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-3 px-4 py-16 text-center">
      <span className="grid size-11 place-items-center rounded-xl border border-line bg-soft text-dim">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <Heading className="text-base font-semibold tracking-tight">{title}</Heading>
      {children && <div className="text-dim">{children}</div>}
      {action && <div className="pt-1">{action}</div>}
    </div>
  );
}
